import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../access/access.module.js';
import { AccountsModule } from '../../desk/accounts/accounts.module.js';
import { READS } from '../../platform/database/api-reads.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { PayoutDestinationsModule } from '../destinations/payout-destinations.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutRecipientsModule } from '../recipients/payout-recipients.module.js';
import { PayoutRulesModule } from '../rules/payout-rules.module.js';
import { PayoutReadingModule } from '../reading/payout-reading.module.js';
import { PayoutEvidenceModule } from '../evidence/payout-evidence.module.js';
import { PayoutSubmissionModule } from '../submission/payout-submission.module.js';
import { PayoutApprovalEntity } from '../rules/persistence/payout-approval.entity.js';
import { PayoutAnswersService } from './payout-answers.service.js';
import { PayoutDecisionsService } from './payout-decisions.service.js';
import { PreviewPayoutsService } from './preview/preview-payouts.service.js';
import { PayoutPreviewsResolver } from './preview/graphql/payout-previews.resolver.js';
import { RecordPayoutService } from './record-payout.service.js';
import { CreatePayoutService } from './create-payout.service.js';
import { WithdrawPayoutService } from './withdraw-payout.service.js';
import { ApproversService } from './approvers.service.js';
import { PayoutApprovalsService } from './payout-approvals.service.js';
import { ManyPayoutsService } from './many-payouts.service.js';
import { ChangePayoutService } from './change-payout.service.js';
import { RepeatPayoutService } from './repeat-payout.service.js';
import { RouteChecksService } from './route-checks.service.js';
import { PayoutMutationsResolver } from './graphql/payout-mutations.resolver.js';
import { ManyPayoutsResolver } from './graphql/many-payouts.resolver.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PayoutApprovalEntity], READS),
    AccessModule,
    AccountsModule,
    ProviderModule,
    PayoutDestinationsModule,
    PayoutCoreModule,
    PayoutRecipientsModule,
    PayoutRulesModule,
    PayoutReadingModule,
    PayoutEvidenceModule,
    PayoutSubmissionModule,
  ],
  providers: [
    PayoutAnswersService,
    PayoutDecisionsService,
    RecordPayoutService,
    CreatePayoutService,
    PreviewPayoutsService,
    PayoutPreviewsResolver,
    WithdrawPayoutService,
    ApproversService,
    PayoutApprovalsService,
    ManyPayoutsService,
    ChangePayoutService,
    RepeatPayoutService,
    RouteChecksService,
    PayoutMutationsResolver,
    ManyPayoutsResolver,
  ],
  exports: [ApproversService],
})
export class PayoutRequestsModule {}
