import { Field, ObjectType } from '@nestjs/graphql';
import { FacetModel } from '../../platform/graphql/facets/facet.model.js';
import type { Facet } from '../../platform/graphql/facets/facets.js';
import type { OrderFacets } from '../persistence/orders-page.query.js';

@ObjectType('OrderFacets', {
  description: "Counts of orders per value of a field, under the filter's other fields.",
})
export class OrderFacetsModel implements OrderFacets {
  @Field(() => [FacetModel], { description: 'Per status.' })
  readonly statuses: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'Per method, the most frequent first; if there are too many, among the newest orders.',
  })
  readonly methods: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'Per currency, the most frequent first; if there are too many, among the newest orders.',
  })
  readonly currencies: Promise<readonly Facet[]>;
}
