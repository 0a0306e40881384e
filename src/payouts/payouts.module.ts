import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../access/access.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { DiscrepanciesModule } from '../discrepancies/discrepancies.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { DecisionsModule } from '../decisions/decisions.module.js';
import { BindingReviewService } from './binding-review.service.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { ChangePayoutService } from './change-payout.service.js';
import { CheckPayoutService } from './check-payout.service.js';
import { ClaimPayoutsService } from './claim-payouts.service.js';
import { CreatePayoutService } from './create-payout.service.js';
import { PayoutDestinationsResolver } from './graphql/payout-destinations.resolver.js';
import { PayoutFieldsResolver, PayoutStatusChangesResolver } from './graphql/payout-fields.resolver.js';
import { PayoutGateResolver } from './graphql/payout-gate.resolver.js';
import { PayoutMutationsResolver } from './graphql/payout-mutations.resolver.js';
import { PayoutRulesResolver } from './graphql/payout-rules.resolver.js';
import { PayoutLoaders } from './graphql/payout.loaders.js';
import { PayoutsResolver } from './graphql/payouts.resolver.js';
import { DatabaseFence } from './database-fence.js';
import { DatabaseJournal } from './database-journal.js';
import { PayoutBalanceService } from './payout-balance.service.js';
import { PayoutApprovalsService } from './payout-approvals.service.js';
import { PayoutClearanceService } from './payout-clearance.service.js';
import { PayoutEvidenceService } from './payout-evidence.service.js';
import { PayoutGateReviews } from './payout-gate.reviews.js';
import { PayoutGateService } from './payout-gate.service.js';
import { PayoutHoldsService } from './payout-holds.service.js';
import { PayoutLimitsService } from './payout-limits.service.js';
import { PayoutLookupsService } from './payout-lookups.service.js';
import { PayoutPoliciesService } from './payout-policies.service.js';
import { PayoutRuleChangesService } from './payout-rule-changes.service.js';
import { PayoutRequests } from './payout-requests.js';
import { PayoutSettlementService } from './payout-settlement.service.js';
import { PendingEvidenceService } from './pending-evidence.service.js';
import { PayoutTracesSchedule } from './payout-traces.schedule.js';
import { PayoutBindingsService } from './payout-bindings.service.js';
import { PayoutDiscrepanciesService } from './payout-discrepancies.service.js';
import { PayoutTrackingService } from './payout-tracking.service.js';
import { PayoutsSchedule } from './payouts.schedule.js';
import { PayoutsWebhookHandler } from './payouts.webhook-handler.js';
import { HeldPayoutsRepository } from './persistence/held-payouts.repository.js';
import { LookAlikesQuery } from './persistence/look-alikes.query.js';
import { PayoutApprovalsRepository } from './persistence/payout-approvals.repository.js';
import { PayoutAttemptEntity } from './persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';
import { PayoutLimitsRepository } from './persistence/payout-limits.repository.js';
import { PayoutPoliciesRepository } from './persistence/payout-policies.repository.js';
import { PayoutEntity } from './persistence/payout.entity.js';
import { PayoutsPageQuery } from './persistence/payouts-page.query.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RecipientRetentionRepository } from './persistence/recipient-retention.repository.js';
import { RecipientRetentionService } from './recipient-retention.service.js';
import { RecipientSearchService } from './recipient-search.service.js';
import { RecipientVault } from './recipient.vault.js';
import { RereadPayoutsService } from './reread-payouts.service.js';
import { RevealRecipientService } from './reveal-recipient.service.js';
import { RefreshPayoutService } from './refresh-payout.service.js';
import { SubmitPayoutService } from './submit-payout.service.js';
import { SweepAttemptsService } from './sweep-attempts.service.js';
import { TracePayoutService } from './trace-payout.service.js';
import { UnconfirmedPayoutService } from './unconfirmed-payout.service.js';
import { WithdrawPayoutService } from './withdraw-payout.service.js';
import { PayoutApprovalEntity } from './persistence/payout-approval.entity.js';
import { PayoutEvidenceEntity } from './persistence/payout-evidence.entity.js';
import { PayoutGateEntity } from './persistence/payout-gate.entity.js';
import { PayoutLimitEntity } from './persistence/payout-limit.entity.js';
import { PayoutPolicyEntity } from './persistence/payout-policy.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      PayoutEntity,
      PayoutAttemptEntity,
      PayoutEvidenceEntity,
      PayoutGateEntity,
      PayoutPolicyEntity,
      PayoutLimitEntity,
      PayoutApprovalEntity,
    ]),
    AccessModule,
    AccountsModule,
    LedgerModule,
    DiscrepanciesModule,
    DecisionsModule,
    ProviderModule,
    WebhooksModule,
  ],
  providers: [
    PayoutsRepository,
    PayoutAttemptsRepository,
    PayoutEvidenceRepository,
    PayoutsPageQuery,
    PayoutApprovalsRepository,
    PayoutPoliciesRepository,
    PayoutLimitsRepository,
    HeldPayoutsRepository,
    LookAlikesQuery,
    RecipientVault,
    RecipientSearchService,
    RecipientRetentionRepository,
    RecipientRetentionService,
    DatabaseJournal,
    PayoutGateService,
    PayoutGateReviews,
    AttemptRecorder,
    PayoutRequests,
    DatabaseFence,
    PayoutBalanceService,
    PayoutDiscrepanciesService,
    PayoutPoliciesService,
    PayoutLimitsService,
    PayoutHoldsService,
    PayoutClearanceService,
    PayoutTrackingService,
    PayoutBindingsService,
    PayoutSettlementService,
    BindingReviewService,
    PayoutEvidenceService,
    PendingEvidenceService,
    TracePayoutService,
    PayoutTracesSchedule,
    ClaimPayoutsService,
    SubmitPayoutService,
    SweepAttemptsService,
    CreatePayoutService,
    CheckPayoutService,
    RefreshPayoutService,
    RereadPayoutsService,
    WithdrawPayoutService,
    PayoutRuleChangesService,
    PayoutApprovalsService,
    ChangePayoutService,
    RevealRecipientService,
    UnconfirmedPayoutService,
    PayoutLookupsService,
    PayoutsWebhookHandler,
    PayoutsSchedule,
    PayoutLoaders,
    PayoutsResolver,
    PayoutFieldsResolver,
    PayoutStatusChangesResolver,
    PayoutMutationsResolver,
    PayoutGateResolver,
    PayoutRulesResolver,
    PayoutDestinationsResolver,
  ],
  exports: [
    CheckPayoutService,
    PayoutDiscrepanciesService,
    PayoutEvidenceService,
    PayoutsRepository,
    RereadPayoutsService,
  ],
})
export class PayoutsModule {}
