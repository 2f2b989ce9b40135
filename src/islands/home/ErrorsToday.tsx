import { errorsQuery } from '#domain/home/errors.ts';
import { logName } from '#domain/logs/log.ts';
import { formatHash } from '#routing/hash.ts';
import { errorsCard } from '#stores/home/errors.ts';
import { Ago, CardBody, HomeLine, HomeLines } from './CardBody.tsx';

export default function ErrorsToday() {
  return (
    <CardBody card={errorsCard} failed="The errors could not be loaded.">
      {({ day, count, newest }) => {
        if (!count) return <p className="text-muted">No errors today.</p>;
        const query = errorsQuery(day);
        return (
          <>
            <a className="link w-fit text-lg font-semibold text-error" href={formatHash('logs', query)}>
              {count} {count === 1 ? 'error' : 'errors'}
            </a>
            <HomeLines label="Newest errors">
              {newest.map((log) => (
                <HomeLine
                  key={log.id}
                  href={formatHash('logs', { ...query, logId: log.id })}
                  aside={<Ago date={log.time} />}
                >
                  {logName(log)}
                </HomeLine>
              ))}
            </HomeLines>
          </>
        );
      }}
    </CardBody>
  );
}
