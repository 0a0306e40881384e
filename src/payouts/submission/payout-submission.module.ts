import { Module } from '@nestjs/common';
import { AccountsModule } from '../../desk/accounts/accounts.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutRecipientsModule } from '../recipients/payout-recipients.module.js';
import { PayoutGateModule } from '../gate/payout-gate.module.js';
import { PayoutRulesModule } from '../rules/payout-rules.module.js';
import { PayoutEvidenceModule } from '../evidence/payout-evidence.module.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { BeginAttemptsService } from './begin-attempts.service.js';
import { ClaimPayoutsService } from './claim-payouts.service.js';
import { SendAttemptService } from './send-attempt.service.js';
import { AskProviderAtStartService } from './ask-provider-at-start.service.js';
import { SubmitPayoutService } from './submit-payout.service.js';
import { SweepAttemptsService } from './sweep-attempts.service.js';

@Module({
  imports: [
    AccountsModule,
    ProviderModule,
    PayoutCoreModule,
    PayoutRecipientsModule,
    PayoutGateModule,
    PayoutRulesModule,
    PayoutEvidenceModule,
  ],
  providers: [
    AttemptRecorder,
    BeginAttemptsService,
    ClaimPayoutsService,
    SendAttemptService,
    AskProviderAtStartService,
    SubmitPayoutService,
    SweepAttemptsService,
  ],
  exports: [SubmitPayoutService],
})
export class PayoutSubmissionModule {}
