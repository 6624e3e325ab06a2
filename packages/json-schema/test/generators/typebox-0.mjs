import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { constructs } from './typebox-constructs.mjs';

const Node = Type.Recursive((This) => Type.Object({ id: Type.String(), nodes: Type.Array(This) }), {
  $id: 'Node',
});
const Anonymous = Type.Recursive((This) => Type.Union([Type.Null(), Type.Object({ next: This })]));
const module = Type.Module({
  Post: Type.Object({ title: Type.String(), author: Type.Ref('User') }),
  User: Type.Object({ name: Type.String(), posts: Type.Optional(Type.Array(Type.Ref('Post'))) }),
});

const own = {
  ...constructs(Type),
  'String pattern that the flag u refuses': [
    Type.String({ pattern: '^[\\w-.]+\\@\\w+$' }),
    ['a-b@x', '.@x', 'x_y@z', '@x', 'a@'],
  ],
  Not: [Type.Not(Type.String())],
  Recursive: [
    Node,
    [
      { id: 'a', nodes: [] },
      { id: '', nodes: [{ id: 'b', nodes: [] }] },
      { id: 'a', nodes: [{ id: 'b', nodes: [{ id: 'c', nodes: [] }] }] },
      { id: 'a' },
      { id: 'a', nodes: [{}] },
    ],
  ],
  'Recursive without a name': [
    Anonymous,
    [{ next: null }, { next: { next: null } }, { next: 1 }, { next: {} }],
  ],
  Module: [
    module.Import('Post'),
    [
      { title: 'A', author: { name: 'B' } },
      { title: '', author: { name: 'B', posts: [] } },
      { title: 'A', author: { name: 'B', posts: [{ title: 'C', author: { name: 'D' } }] } },
      { title: 'A' },
      { title: 'A', author: { name: 'B', posts: [{}] } },
    ],
  ],
};

export default {
  libraries: ['@sinclair/typebox'],
  cases: Object.entries(own).map(([construct, [schema, values = []]]) => ({
    construct,
    schema: JSON.parse(JSON.stringify(schema)),
    accepts: construct.includes('format') ? undefined : (value) => Value.Check(schema, value),
    values,
  })),
};
