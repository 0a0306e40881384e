import { Query, Resolver } from '@nestjs/graphql';
import { Config } from '../../config/config.js';
import { VERSION } from '../../config/version.js';
import { OpenToCallers } from '../../scopes/requires.decorator.js';
import { DeskModel } from './desk.model.js';

@Resolver(() => DeskModel)
export class DeskResolver {
  readonly #desk: DeskModel;

  constructor({ desk: { environment, merchantName } }: Config) {
    this.#desk = { environment: environment === 'sandbox' ? 'SANDBOX' : 'LIVE', merchantName, version: VERSION };
  }

  @Query(() => DeskModel, { description: 'This Purser. Every caller may ask.' })
  @OpenToCallers()
  desk(): DeskModel {
    return this.#desk;
  }
}
