import { Field, ObjectType } from '@nestjs/graphql';
import { FacetModel } from '../../platform/graphql/facets/facet.model.js';
import type { Facet } from '../../platform/graphql/facets/facets.js';
import type { OrderFacets } from '../persistence/orders-page.query.js';

@ObjectType('OrderFacets', {
  description: "Counts of orders for each value of a field, applying the filter's other fields.",
})
export class OrderFacetsModel implements OrderFacets {
  @Field(() => [FacetModel], { description: 'Counts per status.' })
  readonly statuses: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description:
      'Counts per method, most frequent first. If there are too many orders to count, only the newest are counted.',
  })
  readonly methods: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description:
      'Counts per currency, most frequent first. If there are too many orders to count, only the newest are counted.',
  })
  readonly currencies: Promise<readonly Facet[]>;
}
