import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import { FilterChips } from './filter-chips.js';
import { FilterForm, type FilterField, type FilterValues } from './filter-form.js';
import css from './list-head.module.css';
import { PlainHead } from './plain-head.js';
import { SearchBox } from './search-box.js';
import { StatusSelect } from './status-select.js';

interface ListHeadProps {
  readonly title: string;
  readonly tabs?: ReactNode;
  /** Absent for a list without a text search. */
  readonly searchLabel?: string;
  /** The filters beside the search. The one named `status` is placed in the header. */
  readonly fields: readonly FilterField[];
  /** Keyed by field name, plus `search`. */
  readonly values: FilterValues;
  readonly onFilter: (values: FilterValues) => void;
  /** Called when the user is about to choose a filter, to load the counts. */
  readonly onChoosing?: () => void;
  /** The column selector, if the list has one. */
  readonly columns?: ReactNode;
  readonly updates: ReactNode;
  /** Shown beside the updates, after the active filters. */
  readonly bar?: ReactNode;
  /** The button that creates an item; absent if the user lacks the scope. */
  readonly action?: ReactNode;
}

const PANELS = ['filters', 'columns'] as const;

export function ListHead(head: ListHeadProps): ReactElement {
  const text = useText();
  const { title, searchLabel, fields, values, onFilter, onChoosing, columns } = head;
  const id = useId();
  const [open, setOpen] = useState<(typeof PANELS)[number] | null>(null);
  const change = (changed: Partial<Record<string, string>>): void => {
    onFilter({ ...values, ...changed });
  };
  const status = fields.find(({ name }) => name === 'status');
  return (
    <PlainHead
      title={title}
      updates={head.updates}
      controls={
        <>
          {searchLabel === undefined ? null : (
            <SearchBox
              label={searchLabel}
              value={values['search'] ?? ''}
              onSearch={(words) => {
                change({ search: words });
              }}
            />
          )}
          {status ? (
            <StatusSelect
              statuses={status.choices ?? []}
              status={values['status'] ?? null}
              onFocus={onChoosing}
              onStatus={(chosen) => {
                change({ status: chosen ?? '' });
              }}
            />
          ) : null}
          {PANELS.filter((panel) => panel === 'filters' || columns !== undefined).map((panel) => (
            <Button
              key={panel}
              aria-expanded={open === panel}
              aria-controls={`${id}-${panel}`}
              onClick={() => {
                setOpen(open === panel ? null : panel);
                if (panel === 'filters') onChoosing?.();
              }}
            >
              {text(`list.${panel}`)}
            </Button>
          ))}
          {head.action}
        </>
      }
      tabs={
        <>
          {head.tabs}
          <div id={`${id}-filters`} hidden={open !== 'filters'} className={css.panel}>
            <FilterForm fields={fields.filter(({ name }) => name !== 'status')} values={values} onFilter={change} />
          </div>
          {/* Unmounted while closed: its checkboxes share names with the filters. */}
          <div id={`${id}-columns`} className={css.panel}>
            {open === 'columns' ? columns : null}
          </div>
        </>
      }
      filters={
        <>
          <FilterChips
            fields={fields}
            values={values}
            onRemove={(name) => {
              change({ [name]: '' });
            }}
          />
          {head.bar}
        </>
      }
    />
  );
}
