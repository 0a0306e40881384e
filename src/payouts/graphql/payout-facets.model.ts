import { Field, ObjectType } from '@nestjs/graphql';
import { FacetModel } from '../../platform/graphql/facets/facet.model.js';
import type { Facet } from '../../platform/graphql/facets/facets.js';
import type { PayoutFacets } from '../core/persistence/payouts-page.query.js';

@ObjectType('PayoutFacets', {
  description: "Counts of payouts per value of a field, under the filter's other fields.",
})
export class PayoutFacetsModel implements PayoutFacets {
  @Field(() => [FacetModel], { description: 'Per status.' })
  readonly statuses: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], { description: 'Per set.' })
  readonly sets: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'Per destination, the most frequent first; if there are too many, among the newest payouts.',
  })
  readonly destinations: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'Per currency, the most frequent first; if there are too many, among the newest payouts.',
  })
  readonly currencies: Promise<readonly Facet[]>;
}
