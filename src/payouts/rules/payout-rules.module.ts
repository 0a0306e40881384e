import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AccessModule } from '../../access/access.module.js';
import { AccountsModule } from '../../desk/accounts/accounts.module.js';
import { LedgerModule } from '../../desk/ledger/ledger.module.js';
import { PayoutCoreModule } from '../core/payout-core.module.js';
import { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutGateModule } from '../gate/payout-gate.module.js';
import { PayoutApprovalsRepository } from './persistence/payout-approvals.repository.js';
import { PayoutPoliciesRepository } from './persistence/payout-policies.repository.js';
import { PayoutLimitsRepository } from './persistence/payout-limits.repository.js';
import { PossibleDuplicatesQuery } from './persistence/possible-duplicates.sql.js';
import { PayoutBalanceService } from './payout-balance.service.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import { PayoutPoliciesService } from './payout-policies.service.js';
import { PayoutLimitsService } from './payout-limits.service.js';
import { ApprovalReasonsService } from './approval-reasons.service.js';
import { PreSendChecksService } from './pre-send-checks.service.js';
import { PayoutRuleChangesService } from './payout-rule-changes.service.js';
import { PayoutRulesResolver } from './graphql/payout-rules.resolver.js';
import { PayoutPolicyEntity } from './persistence/payout-policy.entity.js';
import { PayoutLimitEntity } from './persistence/payout-limit.entity.js';
import { PayoutApprovalEntity } from './persistence/payout-approval.entity.js';
import { PayoutFunds } from '../core/payout-funds.port.js';
import { PayoutRepeats } from '../core/payout-repeats.port.js';
import { PayoutRepeatsService } from './payout-repeats.service.js';

/**
 * Checks whether a payout may be sent: approvals, limits and balance. Also provides `PayoutTransitions`, which moves
 * the funds in the balance.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([PayoutPolicyEntity, PayoutLimitEntity, PayoutApprovalEntity]),
    TypeOrmModule.forFeature([PayoutPolicyEntity, PayoutLimitEntity, PayoutApprovalEntity, PayoutEntity], READS),
    AccessModule,
    AccountsModule,
    LedgerModule,
    PayoutCoreModule,
    PayoutGateModule,
  ],
  providers: [
    PayoutApprovalsRepository,
    PayoutPoliciesRepository,
    PayoutLimitsRepository,
    PossibleDuplicatesQuery,
    PayoutBalanceService,
    { provide: PayoutFunds, useExisting: PayoutBalanceService },
    PayoutRepeatsService,
    { provide: PayoutRepeats, useExisting: PayoutRepeatsService },
    PayoutTransitions,
    PayoutPoliciesService,
    PayoutLimitsService,
    ApprovalReasonsService,
    PreSendChecksService,
    PayoutRuleChangesService,
    PayoutRulesResolver,
  ],
  exports: [
    PayoutApprovalsRepository,
    PossibleDuplicatesQuery,
    PayoutTransitions,
    ApprovalReasonsService,
    PreSendChecksService,
    PayoutPoliciesService,
  ],
})
export class PayoutRulesModule {}
