import { Field, ObjectType } from '@nestjs/graphql';
import { FacetModel } from '../../platform/graphql/facets/facet.model.js';
import type { Facet } from '../../platform/graphql/facets/facets.js';
import type { PayoutFacets } from '../core/persistence/payouts-page.query.js';

@ObjectType('PayoutFacets', {
  description: "Counts of payouts for each value of a field, applying the filter's other fields.",
})
export class PayoutFacetsModel implements PayoutFacets {
  @Field(() => [FacetModel], { description: 'Counts per status.' })
  readonly statuses: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], { description: 'Counts per set.' })
  readonly sets: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description:
      'Counts per destination, most frequent first. If there are too many payouts to count, only the newest are counted.',
  })
  readonly destinations: Promise<readonly Facet[]>;

  @Field(() => [FacetModel], {
    description:
      'Counts per currency, most frequent first. If there are too many payouts to count, only the newest are counted.',
  })
  readonly currencies: Promise<readonly Facet[]>;
}
