import { DateTime } from '#components/elements/DateTime.tsx';
import { sizeText } from '#domain/app/size-text.ts';
import { BACKUP_TEXTS } from '#domain/settings/backups.ts';
import { formatHash } from '#routing/hash.ts';
import { backupsCard } from '#stores/home/backups.ts';
import { Ago, CardBody, HomeLine, HomeLines } from './CardBody.tsx';

export default function BackupsSummary() {
  return (
    <CardBody card={backupsCard} failed="The backups could not be loaded.">
      {({ last, schedule }) => (
        <>
          <HomeLines label="Last backup">
            <HomeLine
              href={formatHash('settingsBackups')}
              note={last && sizeText(last.size)}
              aside={last && <Ago date={last.modified} />}
            >
              {last ? last.key : BACKUP_TEXTS.empty}
            </HomeLine>
          </HomeLines>
          <p className="text-muted">{schedule.words}</p>
          {schedule.next && (
            <p className="text-muted">
              Next: <DateTime value={schedule.next} />
            </p>
          )}
        </>
      )}
    </CardBody>
  );
}
