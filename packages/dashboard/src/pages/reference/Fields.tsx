import { useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { Words } from './Prose.tsx';
import { describe, type Field, fieldsOf } from './fields.ts';
import type { Parameter, Schema } from './model.ts';
import classes from './page.module.css';
import { SCHEMAS } from './reference.ts';

type FieldLineProps = Pick<Field, 'name' | 'type' | 'required' | 'description' | 'choices'>;

function FieldLine({ name, type, required, description, choices }: FieldLineProps) {
  return (
    <>
      <p className={classes.fieldName}>
        <code>{name}</code> <span>{type}</span>
        {required && <strong>required</strong>}
      </p>
      {description !== '' && (
        <p>
          <Words>{description}</Words>
        </p>
      )}
      {choices.length > 0 && (
        <p className={classes.choices}>
          {choices.map((choice) => (
            <code key={choice}>{choice}</code>
          ))}
        </p>
      )}
    </>
  );
}

/** The members of an object within another one, rendered when they are opened. */
function Inside({ field }: { field: Field }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="right" /> Fields of <code>{field.name}</code>
      </summary>
      {isOpen && <FieldList fields={field.inside()} />}
    </details>
  );
}

const FieldList = ({ fields }: { fields: readonly Field[] }) => (
  <ul className={classes.fields}>
    {fields.map((field) => (
      <li key={field.name}>
        <FieldLine {...field} />
        {field.inside().length > 0 && <Inside field={field} />}
      </li>
    ))}
  </ul>
);

/** The members of a body. */
export function SchemaFields({ schema }: { schema: Schema }) {
  const fields = fieldsOf(schema, SCHEMAS);
  return fields.length > 0 ? (
    <FieldList fields={fields} />
  ) : (
    <p className={classes.note}>An object without fixed fields.</p>
  );
}

/** Parameters, which are never inside one another. */
export const Parameters = ({ parameters }: { parameters: readonly Parameter[] }) => (
  <ul className={classes.fields}>
    {parameters.map(({ name, required, description = '', schema, isMap }) => (
      <li key={name}>
        <FieldLine
          name={name}
          required={required}
          description={description}
          {...describe(schema, SCHEMAS)}
          {...(isMap ? { type: 'names and values' } : {})}
        />
      </li>
    ))}
  </ul>
);
