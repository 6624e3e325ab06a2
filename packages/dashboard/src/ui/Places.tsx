import classes from './Notice.module.css';
import { VisibleText } from './VisibleText.tsx';

interface PlacesProps {
  /** `path`: a JSON Pointer, empty for the whole value. */
  of: readonly { path: string; message: string }[];
}

/** What is wrong or different in a JSON value, each with its place. */
export const Places = ({ of }: PlacesProps) =>
  of.length > 0 && (
    <ul className={classes.places}>
      {of.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path && (
            <code>
              <VisibleText>{path}</VisibleText>
            </code>
          )}{' '}
          <VisibleText>{message}</VisibleText>
        </li>
      ))}
    </ul>
  );
