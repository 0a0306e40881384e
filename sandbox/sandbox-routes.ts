import type { Book } from './book/book.js';
import { balanceRoutes } from './control/balance-routes.js';
import { bookRoutes } from './control/book-routes.js';
import { chaosRoutes } from './control/chaos-routes.js';
import { faultRoutes } from './control/fault-routes.js';
import { orderControlRoutes } from './control/order-control-routes.js';
import { payoutControlRoutes } from './control/payout-control-routes.js';
import { payoutEntryRoutes } from './control/payout-entry-routes.js';
import { statementRoutes } from './control/statement-routes.js';
import { settingsRoutes } from './control/settings-routes.js';
import { terminalRoutes } from './control/terminal-routes.js';
import { testCardRoutes } from './control/test-card-routes.js';
import { webhookControlRoutes } from './control/webhook-control-routes.js';
import type { FaultShelf } from './faults/fault-shelf.js';
import type { H2hRegister } from './h2h/h2h-register.js';
import { h2hRoutes } from './h2h/h2h-routes.js';
import { hostedPageRoutes } from './hosted-page/hosted-page-routes.js';
import type { Route } from './http/route.js';
import { indexPageRoutes } from './index-page/index-page-routes.js';
import type { MerchantDirectory } from './merchants/merchant-directory.js';
import { openApiRoutes } from './openapi/openapi-routes.js';
import type { OrderPace } from './orders/order-pace.js';
import type { OrderRegister } from './orders/order-register.js';
import { orderRoutes } from './orders/orders-routes.js';
import type { DestinationDirectory } from './payouts/destinations/destination-directory.js';
import type { PayoutPace } from './payouts/payout-pace.js';
import type { PayoutRegister } from './payouts/payout-register.js';
import { payoutRoutes } from './payouts/payouts-routes.js';
import type { MerchantSettings } from './webhooks/merchant-settings.js';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher.js';

export interface SandboxParts {
  readonly baseUrl: string;
  readonly closing: AbortSignal;
  readonly merchants: MerchantDirectory;
  readonly settings: MerchantSettings;
  readonly book: Book;
  readonly faults: FaultShelf;
  readonly dispatcher: WebhookDispatcher;
  readonly register: OrderRegister;
  readonly h2h: H2hRegister;
  readonly payouts: PayoutRegister;
  readonly destinations: DestinationDirectory;
  readonly pace: PayoutPace & OrderPace;
}

export function sandboxRoutes(parts: SandboxParts): Route[] {
  return [
    ...orderRoutes(parts),
    ...h2hRoutes(parts),
    ...payoutRoutes(parts),
    ...hostedPageRoutes(parts),
    ...faultRoutes(parts),
    ...chaosRoutes(parts),
    ...orderControlRoutes(parts),
    ...payoutControlRoutes(parts),
    ...payoutEntryRoutes(parts),
    ...statementRoutes(parts),
    ...balanceRoutes(parts),
    ...settingsRoutes(parts),
    ...terminalRoutes(parts),
    ...testCardRoutes(),
    ...webhookControlRoutes(parts),
    ...bookRoutes(parts),
    ...openApiRoutes(parts),
    ...indexPageRoutes(parts),
  ];
}
