import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AccessModule } from '../../access/access.module.js';
import { DiscrepanciesModule } from '../../desk/discrepancies/discrepancies.module.js';
import { DiscrepancyEntity } from '../../desk/discrepancies/persistence/discrepancy.entity.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutRecipientsModule } from '../recipients/payout-recipients.module.js';
import { DatabaseJournal } from './database-journal.js';
import { LostPaymentsRepository } from './lost/persistence/lost-payments.repository.js';
import { LostPaymentsService } from './lost/lost-payments.service.js';
import { CloseLostPaymentService } from './lost/close-lost-payment.service.js';
import { LostPaymentsResolver } from './lost/graphql/lost-payments.resolver.js';
import { PayoutGateService } from './payout-gate.service.js';
import { SetPayoutGateService } from './set-payout-gate.service.js';
import { PayoutGateReviews } from './payout-gate-reviews.js';
import { PayoutGauges } from './payout-gauges.js';
import { DatabaseFence } from './database-fence.js';
import { PayoutGateResolver } from './graphql/payout-gate.resolver.js';
import { PayoutGateEntity } from './persistence/payout-gate.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PayoutGateEntity]),
    TypeOrmModule.forFeature([DiscrepancyEntity], READS),
    AccessModule,
    DiscrepanciesModule,
    ProviderModule,
    PayoutCoreModule,
    PayoutRecipientsModule,
  ],
  providers: [
    DatabaseJournal,
    LostPaymentsRepository,
    LostPaymentsService,
    CloseLostPaymentService,
    LostPaymentsResolver,
    PayoutGateService,
    SetPayoutGateService,
    PayoutGateReviews,
    PayoutGauges,
    DatabaseFence,
    PayoutGateResolver,
  ],
  exports: [LostPaymentsRepository, LostPaymentsService, PayoutGateService, PayoutGateReviews, DatabaseFence],
})
export class PayoutGateModule {}
