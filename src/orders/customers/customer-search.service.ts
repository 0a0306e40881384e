import { Injectable } from '@nestjs/common';
import { PersonSearchService } from '../../desk/personal-data/person-search.service.js';
import type { GraphqlContext } from '../../platform/graphql/request-context.js';
import { customerKeysNamedBy } from '../domain/customer-keys.js';
import { CustomerHashes } from './customer-hashes.js';

/** Lets callers find a payer's orders by a complete e-mail address, phone number or customer id. */
@Injectable()
export class CustomerSearchService {
  constructor(
    private readonly hashes: CustomerHashes,
    private readonly searches: PersonSearchService,
  ) {}

  /**
   * Records a search, and returns the keyed hashes to search by.
   * @throws AccessRefusedError RATE_LIMITED
   * @throws GraphQLError BAD_USER_INPUT if the operation already searched for a person
   */
  async begin(text: string, context: GraphqlContext, field: readonly string[]): Promise<readonly Buffer[]> {
    const searched = { action: 'customer.searched', subjectType: 'ORDER', named: 'customerHash' };
    await this.searches.begin(context, { ...searched, hash: this.hashes.ofSearch(text), field });
    return this.hashes.of(customerKeysNamedBy(text));
  }
}
