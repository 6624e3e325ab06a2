import { expressHandler } from '@mkt/seller-kit/express';
import express from 'express';
import { textLength, wordCount } from './services.ts';

const app = express();
app.use('/length', expressHandler(textLength));
app.use('/words', expressHandler(wordCount));

app.listen(Number(process.env.PORT ?? 8801), process.env.HOST ?? 'localhost');
