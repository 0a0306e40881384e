import { componentSchemas } from './component.schema.js';
import { controlPaths } from './control-paths.js';
import { operation } from './operation.js';
import { h2hPaths, payerPaths, payoutPaths, providerPaths } from './provider-paths.js';

const aboutPaths = {
  '/': { get: operation({ tag: 'About', summary: 'What the sandbox serves, for people.', answers: { 200: 'html' } }) },
  '/faults/{name}': {
    post: operation({
      tag: 'About',
      summary: 'The forms of that page: plays a fault the next time, or removes all as `none`.',
      pathParameter: 'name',
      answers: { 303: null, 404: 'Refusal' },
    }),
  },
  '/openapi.json': {
    get: operation({ tag: 'About', summary: 'This document.', answers: { 200: 'OpenApiDocument' } }),
  },
};

export function openApiDocument({ baseUrl }: { baseUrl: string }) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Provider sandbox',
      version: '1',
      description: 'A simulation of the provider: its orders, cards, hosted page, payouts and webhooks. No real money.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: baseUrl }],
    paths: { ...providerPaths, ...h2hPaths, ...payoutPaths, ...payerPaths, ...controlPaths, ...aboutPaths },
    webhooks: {
      orderFinished: {
        post: {
          summary: 'Sent, unsigned, when an order becomes final; again until it is answered 2xx.',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
          responses: { '2XX': { description: 'Taken.' } },
        },
      },
      payoutMoved: {
        post: {
          summary:
            'Sent when a payout leaves CREATED and when it becomes final, but not for Bangladesh; again until it is ' +
            'answered 2xx. X-Signature is the HMAC-SHA256 of the raw body in hex.',
          parameters: [{ name: 'X-Signature', in: 'header', required: false, schema: { type: 'string' } }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Payout' } } } },
          responses: { '2XX': { description: 'Taken.' } },
        },
      },
    },
    components: {
      securitySchemes: { apiToken: { type: 'apiKey', in: 'header', name: 'X-Api-Token' } },
      schemas: { ...componentSchemas, OpenApiDocument: { type: 'object' } },
    },
  };
}
