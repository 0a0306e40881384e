import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { DiscrepanciesModule } from '../discrepancies/discrepancies.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { PayoutRecipientsModule } from '../../payouts/recipients/payout-recipients.module.js';
import { PayoutsModule } from '../../payouts/payouts.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { FindService } from './find.service.js';
import { FindResolver } from './graphql/find.resolver.js';

@Module({
  imports: [AccessModule, PayoutsModule, PayoutRecipientsModule, OrdersModule, DiscrepanciesModule, WebhooksModule],
  providers: [FindService, FindResolver],
})
export class FindModule {}
