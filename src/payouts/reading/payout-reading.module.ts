import { Module } from '@nestjs/common';
import { AccountsModule } from '../../desk/accounts/accounts.module.js';
import { DiscrepanciesModule } from '../../desk/discrepancies/discrepancies.module.js';
import { ProviderDetailsModule } from '../../desk/provider-details/provider-details.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutRecipientsModule } from '../recipients/payout-recipients.module.js';
import { PayoutGateModule } from '../gate/payout-gate.module.js';
import { PayoutRulesModule } from '../rules/payout-rules.module.js';
import { PayoutDiscrepanciesService } from './payout-discrepancies.service.js';
import { PayoutReader } from './payout-reader.js';
import { PayoutWaitsService } from './payout-waits.service.js';
import { ApplyReadBackService } from './apply-read-back.service.js';

@Module({
  imports: [
    AccountsModule,
    DiscrepanciesModule,
    ProviderDetailsModule,
    ProviderModule,
    PayoutCoreModule,
    PayoutRecipientsModule,
    PayoutGateModule,
    PayoutRulesModule,
  ],
  providers: [PayoutDiscrepanciesService, PayoutReader, PayoutWaitsService, ApplyReadBackService],
  exports: [PayoutDiscrepanciesService, PayoutReader, PayoutWaitsService, ApplyReadBackService],
})
export class PayoutReadingModule {}
