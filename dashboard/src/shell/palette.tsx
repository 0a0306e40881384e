import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactElement, useState } from 'react';
import { useText } from '../text/use-text.js';
import css from './palette.module.css';
import { type Entry, type EntryGroup, useEntries } from './use-entries.js';

/** The command palette: opens any page, any object by its id, and what belongs to a person. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const text = useText();
  const [words, setWords] = useState('');
  const { groups, failure, nothing } = useEntries(words);
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup className={css.popup} aria-label={text('palette.title')}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            // The entries are already filtered, here and by the API.
            filter={null}
            value={words}
            onValueChange={setWords}
            itemToStringValue={(entry: Entry) => entry.title}
            autoHighlight="always"
          >
            <Autocomplete.Input
              className={css.input}
              aria-label={text('palette.search')}
              placeholder={text('palette.hint')}
            />
            <Dialog.Close className={css.close}>{text('dialog.close')}</Dialog.Close>
            {failure ? (
              <p role="alert" className={css.note}>
                {text(failure.kind === 'limited' ? 'palette.limited' : 'palette.failed')}
              </p>
            ) : null}
            <Autocomplete.Empty className={css.note}>{nothing}</Autocomplete.Empty>
            <Autocomplete.List className={css.list}>
              {(group: EntryGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className={css.label}>{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        value={entry}
                        className={css.item}
                        onClick={() => {
                          if (!entry.isSearch) onClose();
                          entry.open();
                        }}
                      >
                        <span>{entry.title}</span>
                        <span className={css.detail}>{entry.detail}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
