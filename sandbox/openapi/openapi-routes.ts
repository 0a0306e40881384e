import { jsonAnswer } from '../http/answer.js';
import type { Route } from '../http/route.js';
import { openApiDocument } from './openapi-document.js';

export function openApiRoutes({ baseUrl }: { baseUrl: string }): Route[] {
  return [
    {
      method: 'get',
      path: '/openapi.json',
      booked: false,
      respond: () => jsonAnswer({ status: 200, body: openApiDocument({ baseUrl }) }),
    },
  ];
}
