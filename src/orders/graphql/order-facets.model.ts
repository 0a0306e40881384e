import { Field, ObjectType } from '@nestjs/graphql';
import { FacetModel } from '../../platform/graphql/facets/facet.model.js';
import type { Facet } from '../../platform/graphql/facets/facets.js';
import type { OrderFacets } from '../persistence/orders-page.query.js';

@ObjectType('OrderFacets', {
  description: 'How many orders a filter would leave with each value, whatever it says of that field now.',
})
export class OrderFacetsModel implements OrderFacets {
  @Field(() => [FacetModel], { description: 'In each status.' })
  readonly statuses: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'Paid in each way, the most frequent first; of the newest orders where there are more.',
  })
  readonly methods: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description: 'In each currency, the most frequent first; of the newest orders where there are more.',
  })
  readonly currencies: Promise<readonly Facet[]>;
}
