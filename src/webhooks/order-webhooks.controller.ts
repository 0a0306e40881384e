import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Logger, Param, Post, Req, Res } from '@nestjs/common';
import { Config } from '../config/config.js';
import { describeError } from '../observability/describe-error.js';
import { WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { readRawBody } from './read-raw-body.js';
import { WebhooksSchedule } from './webhooks.schedule.js';

// An order object is under 2 KiB; this leaves room for a body nobody has documented.
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Takes order webhooks. Order webhooks carry no signature, so the secret in the path is what keeps strangers out, and
 * the body is never believed: it is stored as it came, acknowledged, and later used as a hint of what to read back.
 */
@Controller('webhooks/orders')
export class OrderWebhooksController {
  readonly #logger = new Logger(OrderWebhooksController.name);

  constructor(
    private readonly config: Config,
    private readonly events: WebhookEventsRepository,
    private readonly schedule: WebhooksSchedule,
  ) {}

  /** 2xx is answered only once the body is committed; the sender keeps everything else and tries again. */
  @Post(':secret')
  async receive(
    @Param('secret') secret: string,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ): Promise<void> {
    if (!isSame(secret, this.config.orders.webhookPathSecret.reveal())) return refuse(response, 404, 'Not found');
    if (request.headers['content-encoding'] !== undefined) return refuse(response, 415, 'Send the body uncompressed');
    const body = await readRawBody(request, MAX_BODY_BYTES);
    if (body.kind === 'aborted') return;
    if (body.kind === 'too_large') return refuse(response, 413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
    if (body.bytes.length === 0) return refuse(response, 400, 'The body is empty');
    try {
      await this.events.store({
        source: 'ORDERS',
        body: body.bytes,
        contentType: request.headers['content-type']?.slice(0, 200) ?? null,
      });
    } catch (error) {
      this.#logger.error({ event: 'webhook_not_stored', err: describeError(error) });
      return refuse(response, 503, 'Not stored, send it again');
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end('stored');
    this.schedule.wake();
  }
}

function isSame(given: string, expected: string): boolean {
  // Hashed first, since timingSafeEqual wants equal lengths.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  // The rest of an unread body is not worth receiving: the connection ends with the answer.
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(reason);
}
