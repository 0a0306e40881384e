import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../access/access.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { DiscrepanciesModule } from '../discrepancies/discrepancies.module.js';
import { ProviderDetailsModule } from '../provider-details/provider-details.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { BindingReviewService } from './outcomes/binding-review.service.js';
import { AttemptRecorder } from './submission/attempt-recorder.js';
import { ChangePayoutService } from './requests/change-payout.service.js';
import { PollPayoutsService } from './outcomes/poll-payouts.service.js';
import { ReadBackPayoutService } from './outcomes/read-back-payout.service.js';
import { ClaimPayoutsService } from './submission/claim-payouts.service.js';
import { CreatePayoutService } from './requests/create-payout.service.js';
import { PayoutDestinationsResolver } from './destinations/graphql/payout-destinations.resolver.js';
import { PayoutChangesResolver } from './graphql/payout-changes.resolver.js';
import { PayoutFieldsResolver, PayoutStatusChangesResolver } from './graphql/payout-fields.resolver.js';
import { PayoutGateResolver } from './controls/graphql/payout-gate.resolver.js';
import { PayoutMutationsResolver } from './requests/graphql/payout-mutations.resolver.js';
import { PayoutRulesResolver } from './controls/graphql/payout-rules.resolver.js';
import { ManyPayoutsResolver } from './requests/graphql/many-payouts.resolver.js';
import { ManyPayoutsService } from './requests/many-payouts.service.js';
import { ApproversService } from './requests/approvers.service.js';
import { PayoutActionsService } from './graphql/payout-actions.service.js';
import { PayoutLoaders } from './graphql/payout-loaders.js';
import { PayoutsResolver } from './graphql/payouts.resolver.js';
import { DatabaseFence } from './controls/database-fence.js';
import { DatabaseJournal } from './controls/database-journal.js';
import { PayoutBalanceService } from './controls/payout-balance.service.js';
import { PayoutTransitions } from './controls/payout-transitions.js';
import { PayoutApprovalsService } from './requests/payout-approvals.service.js';
import { PreSendChecksService } from './controls/pre-send-checks.service.js';
import { PayoutEvidenceService } from './outcomes/payout-evidence.service.js';
import { PayoutGateReviews } from './controls/payout-gate-reviews.js';
import { PayoutGauges } from './controls/payout-gauges.js';
import { PayoutGateService } from './controls/payout-gate.service.js';
import { SetPayoutGateService } from './controls/set-payout-gate.service.js';
import { ApprovalReasonsService } from './controls/approval-reasons.service.js';
import { PayoutLimitsService } from './controls/rules/payout-limits.service.js';
import { RouteChecksService } from './requests/route-checks.service.js';
import { PayoutLookupsService } from './destinations/payout-lookups.service.js';
import { PayoutPoliciesService } from './controls/rules/payout-policies.service.js';
import { PayoutRuleChangesService } from './controls/rules/payout-rule-changes.service.js';
import { PayoutRequests } from './submission/payout-requests.js';
import { AttemptOutcomesService } from './outcomes/attempt-outcomes.service.js';
import { BindAttemptService } from './outcomes/bind-attempt.service.js';
import { PayoutCallbackTokens } from './outcomes/payout-callback-tokens.js';
import { GivenApprovalsService } from './controls/given-approvals.service.js';
import { RecordPayoutService } from './requests/record-payout.service.js';
import { BeginAttemptsService } from './submission/begin-attempts.service.js';
import { AskProviderAtStartService } from './submission/ask-provider-at-start.service.js';
import { SendAttemptService } from './submission/send-attempt.service.js';
import { PendingEvidenceService } from './outcomes/pending-evidence.service.js';
import { PayoutBindingsService } from './outcomes/payout-bindings.service.js';
import { PayoutDiscrepanciesService } from './reading/payout-discrepancies.service.js';
import { ApplyReadBackService } from './reading/apply-read-back.service.js';
import { PayoutReader } from './reading/payout-reader.js';
import { PayoutWaitsService } from './reading/payout-waits.service.js';
import { PayoutsWebhookHandler } from './outcomes/payouts-webhook.handler.js';
import { PossibleDuplicatesQuery } from './controls/persistence/possible-duplicates.sql.js';
import { PayoutApprovalsRepository } from './controls/persistence/payout-approvals.repository.js';
import { CloseLostPaymentService } from './controls/lost/close-lost-payment.service.js';
import { LostPaymentsResolver } from './controls/lost/graphql/lost-payments.resolver.js';
import { LostPaymentsService } from './controls/lost/lost-payments.service.js';
import { LostPaymentsRepository } from './controls/lost/persistence/lost-payments.repository.js';
import { PayoutAttemptEntity } from './core/persistence/payout-attempt.entity.js';
import { PayoutExternalIdEntity } from './core/persistence/payout-external-id.entity.js';
import { UsedIdempotencyKeyEntity } from './core/persistence/used-idempotency-key.entity.js';
import { ProviderPayoutIdEntity } from './core/persistence/provider-payout-id.entity.js';
import { AttemptStatesRepository } from './core/persistence/attempt-states.sql.js';
import { PayoutAttemptsRepository } from './core/persistence/payout-attempts.repository.js';
import { PayoutEvidenceRepository } from './outcomes/persistence/payout-evidence.repository.js';
import { PayoutLimitsRepository } from './controls/persistence/payout-limits.repository.js';
import { PayoutPoliciesRepository } from './controls/persistence/payout-policies.repository.js';
import { PayoutEntity } from './core/persistence/payout.entity.js';
import { PayoutsPageQuery } from './core/persistence/payouts-page.query.js';
import { PayoutStatesRepository } from './core/persistence/payout-states.sql.js';
import { PayoutsRepository } from './core/persistence/payouts.repository.js';
import { RecipientRetentionRepository } from './recipients/persistence/recipient-retention.sql.js';
import { RecipientRetentionService } from './recipients/recipient-retention.service.js';
import { PayoutBanksResolver } from './recipients/graphql/payout-banks.resolver.js';
import { RecipientCountsService } from './recipients/recipient-counts.service.js';
import { RecipientBoundsResolver } from './recipients/graphql/recipient-bounds.resolver.js';
import { RecipientBoundsService } from './recipients/recipient-bounds.service.js';
import { RecipientCountEntity } from './recipients/persistence/recipient-count.entity.js';
import { RecipientSearchService } from './recipients/recipient-search.service.js';
import { RecipientVault } from './recipients/recipient-vault.js';
import { RevealRecipientService } from './recipients/reveal-recipient.service.js';
import { RefreshPayoutService } from './outcomes/refresh-payout.service.js';
import { SubmitPayoutService } from './submission/submit-payout.service.js';
import { SweepAttemptsService } from './submission/sweep-attempts.service.js';
import { PollNamedPayoutsService } from './outcomes/poll-named-payouts.service.js';
import { UnconfirmedChecksService } from './outcomes/unconfirmed/unconfirmed-checks.service.js';
import { ProbeProviderPayoutService } from './outcomes/unconfirmed/probe-provider-payout.service.js';
import { ProviderPayoutsResolver } from './outcomes/graphql/provider-payouts.resolver.js';
import { DisputedPayoutsService } from './outcomes/unconfirmed/disputed-payouts.service.js';
import { SettlePayoutService } from './outcomes/unconfirmed/settle-payout.service.js';
import { MissingAttemptsService } from './outcomes/unconfirmed/missing-attempts.service.js';
import { UnconfirmedPayoutHandler } from './outcomes/unconfirmed/unconfirmed-payout.handler.js';
import { UnconfirmedPayoutService } from './outcomes/unconfirmed/unconfirmed-payout.service.js';
import { WithdrawPayoutService } from './requests/withdraw-payout.service.js';
import { PayoutApprovalEntity } from './controls/persistence/payout-approval.entity.js';
import { PayoutEvidenceEntity } from './outcomes/persistence/payout-evidence.entity.js';
import { PayoutGateEntity } from './controls/persistence/payout-gate.entity.js';
import { PayoutLimitEntity } from './controls/persistence/payout-limit.entity.js';
import { PayoutPolicyEntity } from './controls/persistence/payout-policy.entity.js';

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
      PayoutExternalIdEntity,
      UsedIdempotencyKeyEntity,
      ProviderPayoutIdEntity,
      RecipientCountEntity,
    ]),
    AccessModule,
    AccountsModule,
    LedgerModule,
    DiscrepanciesModule,
    ProviderDetailsModule,
    ProviderModule,
    WebhooksModule,
  ],
  providers: [
    PayoutsRepository,
    PayoutStatesRepository,
    PayoutAttemptsRepository,
    AttemptStatesRepository,
    PayoutEvidenceRepository,
    PayoutsPageQuery,
    PayoutApprovalsRepository,
    PayoutPoliciesRepository,
    PayoutLimitsRepository,
    PossibleDuplicatesQuery,
    RecipientVault,
    RecipientCountsService,
    RecipientSearchService,
    RecipientBoundsService,
    RecipientBoundsResolver,
    RecipientRetentionRepository,
    RecipientRetentionService,
    DatabaseJournal,
    LostPaymentsRepository,
    LostPaymentsService,
    CloseLostPaymentService,
    LostPaymentsResolver,
    PayoutGateService,
    SetPayoutGateService,
    PayoutGateReviews,
    PayoutGauges,
    AttemptRecorder,
    PayoutRequests,
    DatabaseFence,
    PayoutBalanceService,
    PayoutTransitions,
    PayoutDiscrepanciesService,
    PayoutPoliciesService,
    PayoutLimitsService,
    ApprovalReasonsService,
    PreSendChecksService,
    PayoutReader,
    PayoutWaitsService,
    ApplyReadBackService,
    PayoutBindingsService,
    BindAttemptService,
    AttemptOutcomesService,
    BindingReviewService,
    PayoutEvidenceService,
    PendingEvidenceService,
    PollNamedPayoutsService,
    BeginAttemptsService,
    ClaimPayoutsService,
    SendAttemptService,
    AskProviderAtStartService,
    SubmitPayoutService,
    SweepAttemptsService,
    RecordPayoutService,
    CreatePayoutService,
    ReadBackPayoutService,
    PollPayoutsService,
    RefreshPayoutService,
    WithdrawPayoutService,
    PayoutRuleChangesService,
    GivenApprovalsService,
    ApproversService,
    PayoutApprovalsService,
    ManyPayoutsService,
    ChangePayoutService,
    RevealRecipientService,
    UnconfirmedChecksService,
    MissingAttemptsService,
    ProbeProviderPayoutService,
    SettlePayoutService,
    DisputedPayoutsService,
    UnconfirmedPayoutService,
    UnconfirmedPayoutHandler,
    PayoutLookupsService,
    RouteChecksService,
    PayoutsWebhookHandler,
    PayoutCallbackTokens,
    PayoutLoaders,
    PayoutActionsService,
    PayoutsResolver,
    PayoutFieldsResolver,
    PayoutStatusChangesResolver,
    PayoutChangesResolver,
    PayoutMutationsResolver,
    ManyPayoutsResolver,
    ProviderPayoutsResolver,
    PayoutGateResolver,
    PayoutRulesResolver,
    PayoutDestinationsResolver,
    PayoutBanksResolver,
  ],
  exports: [
    PayoutsPageQuery,
    ReadBackPayoutService,
    PayoutDiscrepanciesService,
    PayoutEvidenceService,
    PayoutsRepository,
  ],
})
export class PayoutsModule {}
