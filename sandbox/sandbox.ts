import { Book } from './book/book.js';
import { FaultShelf } from './faults/fault-shelf.js';
import { H2hRegister } from './h2h/h2h-register.js';
import { listenLocally, LOOPBACK, stopListening } from './http/local-listener.js';
import { OpenWork } from './http/open-work.js';
import { serveRoutes } from './http/route-server.js';
import { MerchantDirectory } from './merchants/merchant-directory.js';
import { everydayOrderPace, type OrderPace } from './orders/order-pace.js';
import { OrderRegister } from './orders/order-register.js';
import { DestinationDirectory } from './payouts/destinations/destination-directory.js';
import { PHONE_TRANSFER_PLACEHOLDER } from './payouts/destinations/phone-transfer-destination.js';
import { everydayPace, type PayoutPace } from './payouts/payout-pace.js';
import { PayoutRegister } from './payouts/payout-register.js';
import { sandboxRoutes } from './sandbox-routes.js';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher.js';

const ONE_HOUR_MS = 3_600_000;

export interface SandboxOptions extends Partial<Readonly<PayoutPace & OrderPace>> {
  /** 0 means any free port. */
  readonly port: number;
  /** Defaults to the loopback address. */
  readonly host?: string;
  /** One merchant per token. The position in the list is the merchant's identity. */
  readonly apiTokens: readonly string[];
  /** Address of order webhooks; null sends none. The control API can change it. */
  readonly orderWebhookUrl: string | null;
  /** Journal that survives `kill -9`; null keeps the book in memory only. */
  readonly bookFile: string | null;
  /** Delays before the second and later calls of a webhook. The sandbox gives up after the last one. */
  readonly webhookRetryDelaysMs: readonly number[];
  /** Time after which an unpaid order expires. Defaults to one hour. */
  readonly orderLifetimeMs?: number;
  /** Address of webhooks for payouts without a callbackUrl. Null, the default, sends none. */
  readonly payoutWebhookUrl?: string | null;
  /** Secret that signs payout webhooks. Null, the default, leaves them unsigned. The control API can change it. */
  readonly payoutWebhookSecret?: string | null;
  /** Payment type of a phone transfer, which the interface withholds. */
  readonly phoneTransferPaymentType?: string;
}

export interface Sandbox {
  /** Without a trailing slash, e.g. `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Stops every timer, connection and hanging answer, and leaves the book on disk. */
  close(): Promise<void>;
}

/**
 * Starts a simulated provider on 127.0.0.1: its API for orders, cards and payouts, the hosted page, webhooks, and a
 * control API that moves orders and payouts and sets faults. With a book file it resumes the previous sandbox: open
 * orders expire on time, cards and payouts take their next step, and pending webhooks are delivered.
 */
export async function startSandbox({
  port,
  host = LOOPBACK,
  apiTokens,
  orderWebhookUrl,
  bookFile,
  webhookRetryDelaysMs,
  orderLifetimeMs = ONE_HOUR_MS,
  payoutWebhookUrl = null,
  payoutWebhookSecret = null,
  phoneTransferPaymentType = PHONE_TRANSFER_PLACEHOLDER,
  payoutProcessingDelayMs = everydayPace.payoutProcessingDelayMs,
  payoutCompletionDelayMs = everydayPace.payoutCompletionDelayMs,
  h2hStageDelayMs = everydayOrderPace.h2hStageDelayMs,
  orderOutcomeDelayMs = everydayOrderPace.orderOutcomeDelayMs,
}: SandboxOptions): Promise<Sandbox> {
  const closing = new AbortController();
  const work = new OpenWork();
  const settings = { orderWebhookUrl, payoutWebhookUrl, payoutWebhookSecret };
  const pace = { payoutProcessingDelayMs, payoutCompletionDelayMs, h2hStageDelayMs, orderOutcomeDelayMs };
  const faults = new FaultShelf();
  const merchants = new MerchantDirectory(apiTokens);
  const book = await Book.open(bookFile);
  const { server, baseUrl } = await listenLocally(port, host).catch(async (error: unknown) => {
    await book.close();
    throw error;
  });

  const dispatcher = new WebhookDispatcher({
    book,
    settings,
    retryDelaysMs: webhookRetryDelaysMs,
    closing: closing.signal,
  });
  const register = new OrderRegister({ book, faults, dispatcher, settings, pace, work, baseUrl, orderLifetimeMs });
  const h2h = new H2hRegister({ book, register, pace, work });
  const payouts = new PayoutRegister({ book, faults, dispatcher, settings, pace, work });
  const routes = sandboxRoutes({
    baseUrl,
    closing: closing.signal,
    merchants,
    settings,
    book,
    faults,
    dispatcher,
    register,
    h2h,
    payouts,
    destinations: new DestinationDirectory({ phoneTransferPaymentType }),
    pace,
  });
  server.on('request', serveRoutes({ routes, book, work, closing: closing.signal }));
  dispatcher.resume();
  register.resumeTimers();
  h2h.resumeSteps();
  payouts.resumeSteps();

  return {
    url: baseUrl,
    close: async () => {
      closing.abort();
      await stopListening(server);
      await work.settled();
      // Timers are stopped only now, because a request in flight may have created another order or payout.
      register.stopTimers();
      h2h.stopSteps();
      payouts.stopSteps();
      await dispatcher.idle();
      await book.close();
    },
  };
}
