import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AccessModule } from '../../access/access.module.js';
import { DiscrepanciesModule } from '../../desk/discrepancies/discrepancies.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutRecipientsModule } from '../recipients/payout-recipients.module.js';
import { PayoutGateModule } from '../gate/payout-gate.module.js';
import { PayoutRulesModule } from '../rules/payout-rules.module.js';
import { PayoutReadingModule } from '../reading/payout-reading.module.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';
import { PayoutBindingsService } from './payout-bindings.service.js';
import { BindAttemptService } from './bind-attempt.service.js';
import { AttemptOutcomesService } from './attempt-outcomes.service.js';
import { BindingReviewService } from './binding-review.service.js';
import { PayoutEvidenceService } from './payout-evidence.service.js';
import { PendingEvidenceService } from './pending-evidence.service.js';
import { ReadBackPayoutService } from './read-back-payout.service.js';
import { ReadEndedPayoutService } from './read-ended-payout.service.js';
import { UnconfirmedChecksService } from './unconfirmed/unconfirmed-checks.service.js';
import { MissingAttemptsService } from './unconfirmed/missing-attempts.service.js';
import { ProbeProviderPayoutService } from './unconfirmed/probe-provider-payout.service.js';
import { SettlePayoutService } from './unconfirmed/settle-payout.service.js';
import { DisputedPayoutsService } from './unconfirmed/disputed-payouts.service.js';
import { UnconfirmedPayoutService } from './unconfirmed/unconfirmed-payout.service.js';
import { UnconfirmedPayoutHandler } from './unconfirmed/unconfirmed-payout.handler.js';
import { PayoutsWebhookHandler } from './payouts-webhook.handler.js';
import { PayoutCallbackTokens } from './payout-callback-tokens.js';
import { UnconfirmedPayoutsResolver } from './graphql/unconfirmed-payouts.resolver.js';
import { PayoutEvidenceEntity } from './persistence/payout-evidence.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PayoutEvidenceEntity]),
    TypeOrmModule.forFeature([PayoutEvidenceEntity], READS),
    AccessModule,
    DiscrepanciesModule,
    ProviderModule,
    WebhooksModule,
    PayoutCoreModule,
    PayoutRecipientsModule,
    PayoutGateModule,
    PayoutRulesModule,
    PayoutReadingModule,
  ],
  providers: [
    PayoutEvidenceRepository,
    PayoutBindingsService,
    BindAttemptService,
    AttemptOutcomesService,
    BindingReviewService,
    PayoutEvidenceService,
    PendingEvidenceService,
    ReadBackPayoutService,
    ReadEndedPayoutService,
    UnconfirmedChecksService,
    MissingAttemptsService,
    ProbeProviderPayoutService,
    SettlePayoutService,
    DisputedPayoutsService,
    UnconfirmedPayoutService,
    UnconfirmedPayoutHandler,
    PayoutsWebhookHandler,
    PayoutCallbackTokens,
    UnconfirmedPayoutsResolver,
  ],
  exports: [
    PayoutEvidenceRepository,
    AttemptOutcomesService,
    PayoutEvidenceService,
    ReadBackPayoutService,
    ReadEndedPayoutService,
  ],
})
export class PayoutEvidenceModule {}
