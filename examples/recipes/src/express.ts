import { expressHandler } from '@mkt/seller-kit/express';
import express from 'express';
import { service } from './service.ts';

const app = express();
app.use('/text', expressHandler(service)); // before body parsers: it verifies the raw bytes
app.use(express.json());
app.post('/echo', (request, response) => void response.json(request.body));

app.listen(Number(process.env.PORT ?? 8801), process.env.HOST ?? 'localhost');
