import type { PipeTransform } from '@nestjs/common';
import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { GraphQLError } from 'graphql';
import { Requires } from '../../../scopes/requires.decorator.js';
import { badUserInput } from '../../../graphql/errors/bad-user-input.js';
import { ParseId } from '../../../graphql/validation/parse-id.js';
import { DESTINATIONS } from '../table/destinations.table.js';
import { russianPhone } from '../table/russia-phone-transfer-destination.js';
import { type LookupResult, PayoutLookupsService } from '../payout-lookups.service.js';
import { BankModel } from './bank.model.js';
import { PayoutDestinationModel, toPayoutDestinationModel } from './payout-destination.model.js';
import { PayoutServiceModel } from './payout-service.model.js';

class ParsePhone implements PipeTransform<string, string> {
  /** For the table of rules. */
  static readonly about = russianPhone.rule;

  /** @throws GraphQLError BAD_USER_INPUT naming the argument */
  transform(text: string): string {
    const verdict = russianPhone.parse(text);
    if (!verdict.ok) throw badUserInput(verdict.complaint, ['phone']);
    return verdict.value;
  }
}

/** Resolves what a form for payouts is built from. */
@Resolver(() => PayoutDestinationModel)
export class PayoutDestinationsResolver {
  constructor(private readonly lookups: PayoutLookupsService) {}

  @Query(() => [PayoutDestinationModel], { description: 'Where payouts can go, and what each place needs.' })
  @Requires('payouts:read')
  payoutDestinations(): PayoutDestinationModel[] {
    return DESTINATIONS.map(toPayoutDestinationModel);
  }

  @Query(() => [PayoutServiceModel], {
    description: 'The services that the provider has enabled for an account, at most a minute old.',
  })
  @Requires('payouts:read')
  async payoutServices(
    @Args(
      'accountId',
      { type: () => ID, nullable: true, description: 'The account; the first one when absent.' },
      ParseId,
    )
    accountId: string | null,
  ): Promise<PayoutServiceModel[]> {
    const services = valueOf(await this.lookups.listServices(accountId));
    return services.map(({ id, name, currency, details }) => ({ id, name, currency, details: [...details] }));
  }

  @Query(() => [BankModel], {
    description: 'The banks that a transfer to a phone number can go to, at most a minute old.',
  })
  @Requires('payouts:read')
  async payoutBanks(
    @Args(
      'accountId',
      { type: () => ID, nullable: true, description: 'The account; the first one when absent.' },
      ParseId,
    )
    accountId: string | null,
    @Args(
      'phone',
      { description: 'The phone number, as it goes into `requisites`; send it as a variable.' },
      ParsePhone,
    )
    phone: string,
  ): Promise<BankModel[]> {
    const banks = valueOf(await this.lookups.listBanks({ accountId, phone }));
    return banks.map(({ id, name }) => ({ id, name }));
  }
}

/** @throws GraphQLError BAD_USER_INPUT for an unknown account, PROVIDER_UNAVAILABLE when nothing was learned */
function valueOf<T>(result: LookupResult<T>): readonly T[] {
  switch (result.kind) {
    case 'found':
      return result.value;
    case 'no_account':
      throw badUserInput('must be the id of an account', ['accountId']);
    case 'unavailable':
      throw new GraphQLError(
        result.isAnswered
          ? `The provider's list could not be read (${result.reason}).`
          : `The provider could not be asked (${result.reason}); try again in a moment.`,
        { extensions: { code: 'PROVIDER_UNAVAILABLE' } },
      );
  }
}
