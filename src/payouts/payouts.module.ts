import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../access/access.module.js';
import { AccountsModule } from '../desk/accounts/accounts.module.js';
import { LedgerModule } from '../desk/ledger/ledger.module.js';
import { DiscrepanciesModule } from '../desk/discrepancies/discrepancies.module.js';
import { ProviderDetailsModule } from '../desk/provider-details/provider-details.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { BindingReviewService } from './evidence/binding-review.service.js';
import { AttemptRecorder } from './submission/attempt-recorder.js';
import { ChangePayoutService } from './requests/change-payout.service.js';
import { PollPayoutsService } from './polling/poll-payouts.service.js';
import { ReadBackPayoutService } from './evidence/read-back-payout.service.js';
import { ClaimPayoutsService } from './submission/claim-payouts.service.js';
import { CreatePayoutService } from './requests/create-payout.service.js';
import { PayoutDestinationsResolver } from './destinations/graphql/payout-destinations.resolver.js';
import { PayoutChangesResolver } from './graphql/payout-changes.resolver.js';
import { PayoutFieldsResolver, PayoutStatusChangesResolver } from './graphql/payout-fields.resolver.js';
import { PayoutGateResolver } from './gate/graphql/payout-gate.resolver.js';
import { PayoutMutationsResolver } from './requests/graphql/payout-mutations.resolver.js';
import { PayoutRulesResolver } from './rules/graphql/payout-rules.resolver.js';
import { ManyPayoutsResolver } from './requests/graphql/many-payouts.resolver.js';
import { ManyPayoutsService } from './requests/many-payouts.service.js';
import { ApproversService } from './requests/approvers.service.js';
import { PayoutActionsService } from './graphql/payout-actions.service.js';
import { PayoutLoaders } from './graphql/payout-loaders.js';
import { PayoutsResolver } from './graphql/payouts.resolver.js';
import { DatabaseFence } from './gate/database-fence.js';
import { DatabaseJournal } from './gate/database-journal.js';
import { PayoutFunds } from './core/payout-funds.port.js';
import { PayoutBalanceService } from './rules/payout-balance.service.js';
import { PayoutTransitions } from './core/payout-transitions.js';
import { PayoutApprovalsService } from './requests/payout-approvals.service.js';
import { PreSendChecksService } from './rules/pre-send-checks.service.js';
import { PayoutEvidenceService } from './evidence/payout-evidence.service.js';
import { PayoutGateReviews } from './gate/payout-gate-reviews.js';
import { PayoutGauges } from './gate/payout-gauges.js';
import { PayoutGateService } from './gate/payout-gate.service.js';
import { SetPayoutGateService } from './gate/set-payout-gate.service.js';
import { ApprovalReasonsService } from './rules/approval-reasons.service.js';
import { PayoutLimitsService } from './rules/payout-limits.service.js';
import { RouteChecksService } from './requests/route-checks.service.js';
import { PayoutLookupsService } from './destinations/payout-lookups.service.js';
import { PayoutPoliciesService } from './rules/payout-policies.service.js';
import { PayoutRuleChangesService } from './rules/payout-rule-changes.service.js';
import { PayoutRequests } from './submission/payout-requests.js';
import { AttemptOutcomesService } from './evidence/attempt-outcomes.service.js';
import { BindAttemptService } from './evidence/bind-attempt.service.js';
import { PayoutCallbackTokens } from './evidence/payout-callback-tokens.js';
import { GivenApprovalsService } from './rules/given-approvals.service.js';
import { RecordPayoutService } from './requests/record-payout.service.js';
import { BeginAttemptsService } from './submission/begin-attempts.service.js';
import { AskProviderAtStartService } from './submission/ask-provider-at-start.service.js';
import { SendAttemptService } from './submission/send-attempt.service.js';
import { PendingEvidenceService } from './evidence/pending-evidence.service.js';
import { PayoutBindingsService } from './evidence/payout-bindings.service.js';
import { PayoutDiscrepanciesService } from './reading/payout-discrepancies.service.js';
import { ApplyReadBackService } from './reading/apply-read-back.service.js';
import { PayoutReader } from './reading/payout-reader.js';
import { PayoutWaitsService } from './reading/payout-waits.service.js';
import { PayoutsWebhookHandler } from './evidence/payouts-webhook.handler.js';
import { PossibleDuplicatesQuery } from './rules/persistence/possible-duplicates.sql.js';
import { PayoutApprovalsRepository } from './rules/persistence/payout-approvals.repository.js';
import { CloseLostPaymentService } from './gate/lost/close-lost-payment.service.js';
import { LostPaymentsResolver } from './gate/lost/graphql/lost-payments.resolver.js';
import { LostPaymentsService } from './gate/lost/lost-payments.service.js';
import { LostPaymentsRepository } from './gate/lost/persistence/lost-payments.repository.js';
import { PayoutAttemptEntity } from './core/persistence/payout-attempt.entity.js';
import { PayoutExternalIdEntity } from './core/persistence/payout-external-id.entity.js';
import { UsedIdempotencyKeyEntity } from './core/persistence/used-idempotency-key.entity.js';
import { ProviderPayoutIdEntity } from './core/persistence/provider-payout-id.entity.js';
import { AttemptStatesRepository } from './core/persistence/attempt-states.sql.js';
import { PayoutAttemptsRepository } from './core/persistence/payout-attempts.repository.js';
import { PayoutEvidenceRepository } from './evidence/persistence/payout-evidence.repository.js';
import { PayoutLimitsRepository } from './rules/persistence/payout-limits.repository.js';
import { PayoutPoliciesRepository } from './rules/persistence/payout-policies.repository.js';
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
import { RefreshPayoutService } from './polling/refresh-payout.service.js';
import { SubmitPayoutService } from './submission/submit-payout.service.js';
import { SweepAttemptsService } from './submission/sweep-attempts.service.js';
import { PollNamedPayoutsService } from './polling/poll-named-payouts.service.js';
import { UnconfirmedChecksService } from './evidence/unconfirmed/unconfirmed-checks.service.js';
import { ProbeProviderPayoutService } from './evidence/unconfirmed/probe-provider-payout.service.js';
import { ProviderPayoutsResolver } from './evidence/graphql/provider-payouts.resolver.js';
import { DisputedPayoutsService } from './evidence/unconfirmed/disputed-payouts.service.js';
import { SettlePayoutService } from './evidence/unconfirmed/settle-payout.service.js';
import { MissingAttemptsService } from './evidence/unconfirmed/missing-attempts.service.js';
import { UnconfirmedPayoutHandler } from './evidence/unconfirmed/unconfirmed-payout.handler.js';
import { UnconfirmedPayoutService } from './evidence/unconfirmed/unconfirmed-payout.service.js';
import { WithdrawPayoutService } from './requests/withdraw-payout.service.js';
import { PayoutApprovalEntity } from './rules/persistence/payout-approval.entity.js';
import { PayoutEvidenceEntity } from './evidence/persistence/payout-evidence.entity.js';
import { PayoutGateEntity } from './gate/persistence/payout-gate.entity.js';
import { PayoutLimitEntity } from './rules/persistence/payout-limit.entity.js';
import { PayoutPolicyEntity } from './rules/persistence/payout-policy.entity.js';

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
    { provide: PayoutFunds, useExisting: PayoutBalanceService },
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
