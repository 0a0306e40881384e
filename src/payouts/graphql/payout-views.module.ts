import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { ProviderDetailsModule } from '../../desk/provider-details/provider-details.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutEvidenceModule } from '../evidence/payout-evidence.module.js';
import { PayoutReadingModule } from '../reading/payout-reading.module.js';
import { PayoutRecipientsModule } from '../recipients/payout-recipients.module.js';
import { PayoutRequestsModule } from '../requests/payout-requests.module.js';
import { PayoutRulesModule } from '../rules/payout-rules.module.js';
import { PayoutActionsService } from './payout-actions.service.js';
import { PayoutChangesResolver } from './payout-changes.resolver.js';
import { PayoutFieldsResolver, PayoutStatusChangesResolver } from './payout-fields.resolver.js';
import { PayoutLoaders } from './payout-loaders.js';
import { PayoutsResolver } from './payouts.resolver.js';

@Module({
  imports: [
    AccessModule,
    ProviderDetailsModule,
    PayoutCoreModule,
    PayoutRecipientsModule,
    PayoutRulesModule,
    PayoutReadingModule,
    PayoutEvidenceModule,
    PayoutRequestsModule,
  ],
  providers: [
    PayoutLoaders,
    PayoutActionsService,
    PayoutsResolver,
    PayoutFieldsResolver,
    PayoutStatusChangesResolver,
    PayoutChangesResolver,
  ],
})
export class PayoutViewsModule {}
