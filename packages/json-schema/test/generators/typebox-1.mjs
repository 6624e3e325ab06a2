import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { constructs } from './typebox-constructs.mjs';

const cyclic = Type.Cyclic(
  { Node: Type.Object({ id: Type.String(), nodes: Type.Array(Type.Ref('Node')) }) },
  'Node',
);

const own = {
  ...constructs(Type),
  Cyclic: [
    cyclic,
    [
      { id: 'a', nodes: [] },
      { id: '', nodes: [{ id: 'b', nodes: [] }] },
      { id: 'a', nodes: [{ id: 'b', nodes: [{ id: 'c', nodes: [] }] }] },
      { id: 'a' },
      { id: 'a', nodes: [{}] },
    ],
  ],
};

export default {
  libraries: ['typebox'],
  cases: Object.entries(own).map(([construct, [schema, values = []]]) => ({
    construct,
    schema: JSON.parse(JSON.stringify(schema)),
    accepts: (value) => Value.Check(schema, value),
    values,
  })),
};
