import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OrderNews } from '../orders/order-news.js';
import { Ticks } from '../scheduling/ticks.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import { PollSessionsService } from './poll-sessions.service.js';

// A payer watches the first polls, which come after one and two seconds: a tenth of a second late is not noticed, and a
// look at a table of which nothing is due costs a fraction of a millisecond.
const TICK_MS = 100;

/** The tick that polls due sessions, and what wakes it: word of an order pulls its next poll forward. */
@Injectable()
export class H2hSchedule implements OnModuleInit {
  constructor(
    private readonly ticks: Ticks,
    private readonly news: OrderNews,
    private readonly sessions: H2hSessionsRepository,
    private readonly polls: PollSessionsService,
  ) {}

  onModuleInit(): void {
    const wake = this.ticks.add({
      name: 'h2h.poll',
      everyMs: TICK_MS,
      runOnce: async () => {
        const polled = await this.polls.pollDue();
        // A run ends after some batches whatever is due, and a payer should not wait for the next turn.
        if (polled.more) wake();
        return polled;
      },
    });
    this.news.listen((orderId) => this.sessions.pullForward(orderId));
  }
}
