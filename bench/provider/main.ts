import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

/**
 * A payment service that takes no time: it answers `POST /v1/orders` at once with the echo that Purser checks, and
 * remembers nothing. Whatever else it is asked, it is ready.
 */
const { PORT } = z.object({ PORT: z.coerce.number() }).parse(process.env);

const newOrder = z.object({
  externalId: z.string(),
  amount: z.string(),
  currency: z.string(),
  purpose: z.string(),
});

createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200).end();
    return;
  }
  void json(request).then((body) => {
    const { externalId, amount, currency, purpose } = newOrder.parse(body);
    const id = randomUUID();
    const paymentLink = `https://pay.example/${id}`;
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id, status: 'CREATED', externalId, amount, currency, purpose, paymentLink }));
  });
}).listen(PORT, '127.0.0.1');
