import type { Collection } from '#domain/backend/collection.ts';
import type { Command } from '#domain/palette/commands.ts';
import { go } from '#stores/app/route.ts';
import { chooseView, views } from '#stores/records/views.ts';

export const viewCommands = (collection: Collection): readonly Command[] =>
  views.of(collection).map((view) => ({
    id: `view:${view.id}`,
    title: view.name,
    group: 'Views',
    icon: 'icon-[ri--list-check]',
    hint: collection.name,
    run: () => {
      chooseView(view.id);
      go('collections', { collectionId: collection.id, filter: view.filter, sort: view.sort });
    },
  }));
