import { Field, ObjectType } from '@nestjs/graphql';
import { describedEnum } from '../../platform/graphql/described-enum.js';

type DeskEnvironment = 'LIVE' | 'SANDBOX';

const DeskEnvironmentEnum = describedEnum<DeskEnvironment>({
  name: 'DeskEnvironment',
  description: 'Whether money moves.',
  values: { LIVE: 'Real payments and payouts.', SANDBOX: 'Payments and payouts to try things with.' },
});

@ObjectType('Desk', { description: 'This Purser, as the people who work with it know it.' })
export class DeskModel {
  @Field(() => DeskEnvironmentEnum, { description: 'Whether money moves, by `DESK_ENVIRONMENT`.' })
  environment: DeskEnvironment;

  @Field(() => String, { description: 'The merchant, by `MERCHANT_NAME`.' })
  merchantName: string;

  @Field(() => String, { description: 'Version of Purser that answers.' })
  version: string;

  @Field(() => String, {
    description:
      'Where the log of changes stood; `deskChanged` tells everything since when it is given this as `after`.',
  })
  liveCursor: string;
}
