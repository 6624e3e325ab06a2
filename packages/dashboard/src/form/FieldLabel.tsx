import { VisibleText } from '../ui/VisibleText.tsx';

interface FieldLabelProps {
  children: string;
  isOptional: boolean;
}

/** What a seller calls a field, as text, and whether it may be left out. */
export const FieldLabel = ({ children, isOptional }: FieldLabelProps) => (
  <>
    <VisibleText>{children}</VisibleText>
    {isOptional && ' (optional)'}
  </>
);

/** A text of a seller below a label or a field; nothing without one. */
export const sellerText = (text: string | undefined) =>
  text === undefined || text === '' ? undefined : <VisibleText>{text}</VisibleText>;

/** The errors of a field as one. */
export const errorText = (errors: readonly string[] | undefined) =>
  sellerText(errors?.map((error) => error.charAt(0).toUpperCase() + error.slice(1)).join('; '));
