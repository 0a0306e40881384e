import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import { FilterChips } from './filter-chips.js';
import { FilterForm, type FilterField, type FilterValues } from './filter-form.js';
import css from './list-head.module.css';
import { PageTitle } from './page-title.js';
import { SearchBox } from './search-box.js';
import { StatusSelect } from './status-select.js';

interface PlainHeadProps {
  readonly title: string;
  /** Changes since the list was read; absent for a list that does not follow them. */
  readonly updates?: ReactNode;
  /** Below the title. */
  readonly tabs?: ReactNode;
  /** Beside the title. */
  readonly controls?: ReactNode;
  /** Beside the updates. */
  readonly filters?: ReactNode;
}

/** The title of a list, and the changes since it was read. */
export function PlainHead({ title, tabs, updates, controls, filters }: PlainHeadProps): ReactElement {
  const text = useText();
  return (
    <>
      <div className={css.head}>
        <PageTitle>{title}</PageTitle>
        {controls}
      </div>
      {tabs}
      {updates === undefined ? (
        filters
      ) : (
        <div className={css.bar}>
          {filters}
          <div role="status" aria-label={text('list.updates')}>
            {updates}
          </div>
        </div>
      )}
    </>
  );
}

interface AddedProps {
  readonly count: number;
  readonly words: string;
  readonly onShow: () => void;
}

/** Offers to read a list again when there is more of it. */
export function Added({ count, words, onShow }: AddedProps): ReactElement | null {
  return count === 0 ? null : (
    <Button tone="primary" onClick={onShow}>
      {words}
    </Button>
  );
}

interface ListHeadProps {
  readonly title: string;
  readonly searchLabel: string;
  /** The filters beside the search; the one named `status` stands in the head. */
  readonly fields: readonly FilterField[];
  /** By the names of the fields, and `search`. */
  readonly values: FilterValues;
  readonly onFilter: (values: FilterValues) => void;
  readonly updates: ReactNode;
  /** Makes another one; absent for whom no scope allows it. */
  readonly action?: ReactNode;
}

/** The title of a list, its search and its filters. */
export function ListHead(head: ListHeadProps): ReactElement {
  const text = useText();
  const { title, searchLabel, fields, values, onFilter, updates, action } = head;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const change = (changed: Partial<Record<string, string>>): void => {
    onFilter({ ...values, ...changed });
  };
  const status = fields.find(({ name }) => name === 'status');
  return (
    <PlainHead
      title={title}
      updates={updates}
      controls={
        <>
          <SearchBox
            label={searchLabel}
            value={values['search'] ?? ''}
            onSearch={(words) => {
              change({ search: words });
            }}
          />
          {status ? (
            <StatusSelect
              statuses={status.choices ?? []}
              status={values['status'] ?? null}
              onStatus={(chosen) => {
                change({ status: chosen ?? '' });
              }}
            />
          ) : null}
          <Button
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => {
              setIsOpen(!isOpen);
            }}
          >
            {text('filter.filters')}
          </Button>
          {action}
        </>
      }
      tabs={
        <div id={id} hidden={!isOpen} className={css.panel}>
          <FilterForm fields={fields.filter(({ name }) => name !== 'status')} values={values} onFilter={change} />
        </div>
      }
      filters={
        <FilterChips
          fields={fields}
          values={values}
          onRemove={(name) => {
            change({ [name]: '' });
          }}
        />
      }
    />
  );
}
