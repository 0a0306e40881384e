import { Field, ObjectType } from '@nestjs/graphql';
import { describedEnum } from '../../platform/graphql/described-enum.js';

type DeskEnvironment = 'LIVE' | 'SANDBOX';

const DeskEnvironmentEnum = describedEnum<DeskEnvironment>({
  name: 'DeskEnvironment',
  description: 'Whether real money moves.',
  values: { LIVE: 'Real payments and payouts.', SANDBOX: 'Test payments and payouts.' },
});

@ObjectType('Desk', { description: 'This installation of Purser.' })
export class DeskModel {
  @Field(() => DeskEnvironmentEnum, { description: 'Whether real money moves, from `DESK_ENVIRONMENT`.' })
  environment: DeskEnvironment;

  @Field(() => String, { description: 'Name of the merchant, from `MERCHANT_NAME`.' })
  merchantName: string;

  @Field(() => String, { description: "Purser's version." })
  version: string;

  @Field(() => String, {
    description: 'Cursor of the latest change. Pass it as `after` to `deskChanged` to receive everything since.',
  })
  liveCursor: string;
}
