import { Field, ObjectType } from '@nestjs/graphql';
import { FacetModel } from '../../platform/graphql/facets/facet.model.js';
import type { Facet } from '../../platform/graphql/facets/facets.js';
import type { PayoutFacets } from '../core/persistence/payouts-page.query.js';

@ObjectType('PayoutFacets', {
  description: 'How many payouts a filter would leave with each value, whatever it says of that field now.',
})
export class PayoutFacetsModel implements PayoutFacets {
  @Field(() => [FacetModel], { description: 'In each status.' })
  readonly statuses: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], { description: 'In each set.' })
  readonly sets: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'To each destination, the most frequent first; of the newest payouts where there are more.',
  })
  readonly destinations: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'In each currency, the most frequent first; of the newest payouts where there are more.',
  })
  readonly currencies: Promise<readonly Facet[]>;
}
