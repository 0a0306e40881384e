import { Args, Query, Resolver } from '@nestjs/graphql';
import { badUserInput } from '../../../platform/graphql/errors/bad-user-input.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { REPLAYED_SOURCES } from '../../../webhooks/domain/webhook-event.js';
import { WebhookHandlers } from '../../../webhooks/webhook-handlers.js';
import { SeriesQuery } from '../persistence/series.sql.js';
import { BalancePointModel, toBalancePointModel } from './balance-point.model.js';
import { OrderPointModel, toOrderPointModels } from './order-point.model.js';
import { PayoutPointModel, toPayoutPointModel } from './payout-point.model.js';
import { DestinationSeriesArguments, SeriesArguments, toBalanceRange, toSeriesRange } from './series.input.js';
import { toWebhookPointModel, WebhookPointModel } from './webhook-point.model.js';

// Enough for a year of days with every status at two destinations. Anything larger belongs in a table instead of a
// chart.
const MAX_POINTS = 10_000;

// One more than allowed shows that there are too many.
const LIMIT = MAX_POINTS + 1;

@Resolver()
export class SeriesResolver {
  constructor(
    private readonly series: SeriesQuery,
    private readonly handlers: WebhookHandlers,
  ) {}

  @Query(() => [OrderPointModel], {
    description:
      'Numbers of orders by creation time, method and currency, oldest first. Lags a few seconds behind the list of orders.',
  })
  @Requires('orders:read')
  async orderSeries(@Args() { input }: SeriesArguments): Promise<OrderPointModel[]> {
    const options = { byDestination: true, limit: LIMIT };
    return toOrderPointModels(bounded(await this.series.countStatuses('ORDER', toSeriesRange(input), options)));
  }

  @Query(() => [PayoutPointModel], {
    description:
      'Numbers of payouts by creation time, currency and status, oldest first. Lags a few seconds behind the list of payouts.',
  })
  @Requires('payouts:read')
  async payoutSeries(@Args() { input, byDestination }: DestinationSeriesArguments): Promise<PayoutPointModel[]> {
    const options = { byDestination, limit: LIMIT };
    return bounded(await this.series.countStatuses('PAYOUT', toSeriesRange(input), options)).map(toPayoutPointModel);
  }

  @Query(() => [WebhookPointModel], {
    description: 'How Purser learned of the final statuses of orders and payouts over time, oldest first.',
  })
  @Requires('webhooks:read')
  async webhookSeries(@Args() { input, byDestination }: DestinationSeriesArguments): Promise<WebhookPointModel[]> {
    const range = toSeriesRange(input);
    const options = { byDestination, limit: LIMIT };
    const counts = REPLAYED_SOURCES.map(async (source) => {
      const ends = await this.series.countEnds(this.handlers.get(source), range, options);
      return ends.map((count) => toWebhookPointModel(source, count));
    });
    return bounded((await Promise.all(counts)).flat());
  }

  @Query(() => [BalancePointModel], {
    description: 'History of one expected balance, oldest point first.',
  })
  @Requires('ledger:read')
  async balanceSeries(@Args() { input }: SeriesArguments): Promise<BalancePointModel[]> {
    const range = toBalanceRange(input);
    const points = await this.series.listBalances(range);
    return points.map((point) => toBalancePointModel(point, range.currency));
  }
}

/** @throws GraphQLError BAD_USER_INPUT if there are too many points */
function bounded<Point>(points: Point[]): Point[] {
  if (points.length <= MAX_POINTS) return points;
  throw badUserInput(`has more than ${MAX_POINTS} points; ask for longer buckets or less time`, ['input', 'bucket']);
}
