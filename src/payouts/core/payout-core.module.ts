import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { PayoutStatesRepository } from './persistence/payout-states.sql.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import { AttemptStatesRepository } from './persistence/attempt-states.sql.js';
import { PayoutsPageQuery } from './persistence/payouts-page.query.js';
import { PayoutEntity } from './persistence/payout.entity.js';
import { PayoutAttemptEntity } from './persistence/payout-attempt.entity.js';
import { PayoutRepeatEntity } from './persistence/payout-repeat.entity.js';
import { PayoutRepeatsRepository } from './persistence/payout-repeats.repository.js';
import { PayoutExternalIdEntity } from './persistence/payout-external-id.entity.js';
import { UsedIdempotencyKeyEntity } from './persistence/used-idempotency-key.entity.js';
import { ProviderPayoutIdEntity } from './persistence/provider-payout-id.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      PayoutEntity,
      PayoutAttemptEntity,
      PayoutExternalIdEntity,
      UsedIdempotencyKeyEntity,
      ProviderPayoutIdEntity,
      PayoutRepeatEntity,
    ]),
    TypeOrmModule.forFeature([PayoutEntity, PayoutAttemptEntity, PayoutRepeatEntity], READS),
  ],
  providers: [
    PayoutsRepository,
    PayoutStatesRepository,
    PayoutAttemptsRepository,
    AttemptStatesRepository,
    PayoutsPageQuery,
    PayoutRepeatsRepository,
  ],
  exports: [
    PayoutsRepository,
    PayoutStatesRepository,
    PayoutAttemptsRepository,
    AttemptStatesRepository,
    PayoutsPageQuery,
    PayoutRepeatsRepository,
  ],
})
export class PayoutCoreModule {}
