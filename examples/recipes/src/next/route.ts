import { service } from '../service.ts';

// #region route
// app/text/[[...path]]/route.ts, which imports the service
export const GET = service.fetch;
export const HEAD = service.fetch;
export const POST = service.fetch;
export const OPTIONS = service.fetch;
// #endregion
