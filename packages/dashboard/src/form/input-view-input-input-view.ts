import type { RJSFSchema } from '@rjsf/utils';
import type { Drawing } from './drawing.ts';
import { formDataOf } from './form-data.ts';
import { unshownPlace } from './input-view.ts';

/** Fields for more values are slow, and no help. */
const MAX_VALUES = 500;

export type View = 'form' | 'json';

/** The fields of an input, or why it can only be typed as JSON. */
export type Shown = { schema: RJSFSchema; reason?: never } | { schema?: never; reason: string };

/** The number of values in form data; the rest is not counted once there are too many. */
function valuesIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 1;
  let count = 1;
  for (const inner of Object.values(data)) {
    count += valuesIn(inner);
    if (count > MAX_VALUES) break;
  }
  return count;
}

/** Whether a form can show an input (JSON text). */
export function shownAs(drawing: Drawing, text: string): Shown {
  if ('problem' in drawing) return { reason: drawing.problem };
  try {
    const data = formDataOf(text);
    if (valuesIn(data) > MAX_VALUES) return { reason: 'It has too many values for a form.' };
    const place = unshownPlace(drawing.schema, data);
    if (place === undefined) return { schema: drawing.schema };
    return {
      reason:
        place === ''
          ? 'The form has no field for this kind of value.'
          : `The form has no field for the value of ${place}.`,
    };
  } catch {
    return { reason: 'The form can show it once it is JSON.' };
  }
}
