import { Query, Resolver } from '@nestjs/graphql';
import { Config } from '../../platform/config/config.js';
import { VERSION } from '../../platform/config/version.js';
import { StatusFeed } from '../../platform/events/status-feed.js';
import { OpenToCallers } from '../scopes/requires.decorator.js';
import { DeskModel } from './desk.model.js';

@Resolver(() => DeskModel)
export class DeskResolver {
  constructor(
    private readonly config: Config,
    private readonly feed: StatusFeed,
  ) {}

  @Query(() => DeskModel, { description: 'This installation of Purser. Open to every caller.' })
  @OpenToCallers()
  desk(): DeskModel {
    const { environment, merchantName } = this.config.desk;
    return {
      environment: environment === 'sandbox' ? 'SANDBOX' : 'LIVE',
      merchantName,
      version: VERSION,
      liveCursor: this.feed.cursor,
    };
  }
}
