import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../platform/database/api-reads.js';
import { AccessModule } from '../access/access.module.js';
import { AccountsModule } from '../desk/accounts/accounts.module.js';
import { CardLimitsModule } from '../desk/card-limits/card-limits.module.js';
import { OrderUpdates } from '../orders/order-updates.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { H2hLoaders } from './graphql/h2h-loaders.js';
import { H2hResolver, H2hSessionsResolver, H2hStatusChangesResolver } from './graphql/h2h.resolver.js';
import { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import { SessionPollsRepository } from './persistence/session-polls.sql.js';
import { SessionStatesRepository } from './persistence/session-states.sql.js';
import { PollSessionsService } from './poll-sessions.service.js';
import { RetryOrderService } from './retry-order.service.js';
import { SessionTransitions } from './session-transitions.js';
import { CardAttemptsService } from './card-attempts.service.js';
import { SessionAnswersService } from './session-answers.service.js';
import { SubmitCardService } from './submit-card.service.js';
import { SubmitCodeService } from './submit-code.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([H2hSessionEntity]),
    TypeOrmModule.forFeature([H2hSessionEntity], READS),
    AccessModule,
    AccountsModule,
    CardLimitsModule,
    OrdersModule,
    ProviderModule,
  ],
  providers: [
    H2hSessionsRepository,
    SessionPollsRepository,
    SessionStatesRepository,
    SessionTransitions,
    CardAttemptsService,
    SubmitCardService,
    SubmitCodeService,
    RetryOrderService,
    SessionAnswersService,
    PollSessionsService,
    H2hLoaders,
    H2hResolver,
    H2hSessionsResolver,
    H2hStatusChangesResolver,
  ],
})
export class H2hModule implements OnModuleInit {
  constructor(
    private readonly updates: OrderUpdates,
    private readonly sessions: H2hSessionsRepository,
  ) {}

  /** Polls a session early when its order was updated. */
  onModuleInit(): void {
    this.updates.listen((orderId) => this.sessions.pullForward(orderId));
  }
}
