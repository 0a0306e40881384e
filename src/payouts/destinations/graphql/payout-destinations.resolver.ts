import type { PipeTransform } from '@nestjs/common';
import { Args, ID, Int, Query, Resolver } from '@nestjs/graphql';
import { GraphQLError } from 'graphql';
import { Requires } from '../../../scopes/requires.decorator.js';
import { badUserInput } from '../../../graphql/errors/bad-user-input.js';
import { ParseId } from '../../../graphql/validation/parse-id.js';
import { ProviderProfile } from '../../../provider/profile/provider-profile.js';
import { withRules } from '../asked-fields.js';
import { DESTINATIONS } from '../table/destinations.table.js';
import { russianPhone } from '../table/russia-phone-transfer-destination.js';
import { type LookupResult, PayoutLookupsService } from '../payout-lookups.service.js';
import { unsetAt } from '../table/unset-words.js';
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

/** Takes any service: one that the profile does not name wants numbers as all others do. */
class AnyService implements PipeTransform<number | null, number | null> {
  /** For the table of rules. */
  static readonly about = 'left to the provider';

  transform(serviceId: number | null): number | null {
    return serviceId;
  }
}

/** Resolves what a form for payouts is built from. */
@Resolver(() => PayoutDestinationModel)
export class PayoutDestinationsResolver {
  constructor(
    private readonly lookups: PayoutLookupsService,
    private readonly profile: ProviderProfile,
  ) {}

  @Query(() => [PayoutDestinationModel], { description: 'Where payouts can go, and what each place needs.' })
  @Requires('payouts:read')
  payoutDestinations(): PayoutDestinationModel[] {
    return DESTINATIONS.map((destination) =>
      toPayoutDestinationModel(withRules(this.profile, destination), {
        notConfigured: unsetAt(this.profile.unsetWords, destination),
      }),
    );
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
    @Args(
      'serviceId',
      {
        type: () => Int,
        nullable: true,
        description: 'The service that the payout will name: it may want numbers in a form of its own.',
      },
      AnyService,
    )
    serviceId: number | null,
  ): Promise<BankModel[]> {
    const banks = valueOf(await this.lookups.listBanks({ accountId, phone, serviceId }));
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
