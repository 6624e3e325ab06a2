import { describeTemplate, TYPECHECK } from './describe-template.ts';
import { restartsInDevelopment } from './restarts-in-development.ts';

describeTemplate(
  'hono',
  {
    typecheck: TYPECHECK,
    input: { text: 'One two three.' },
    result: { words: 3, characters: 14 },
  },
  (project) => restartsInDevelopment(project, 'src/service.ts'),
);
