import { Fragment, type ReactElement, type ReactNode } from 'react';
import css from './facts.module.css';

/** Lists facts by name, without those that are null. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}): ReactElement {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          </Fragment>
        ),
      )}
    </dl>
  );
}
