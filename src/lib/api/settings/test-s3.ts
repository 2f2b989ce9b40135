import { type CallOptions, sendRequest } from '#api/client.ts';
import type { S3Filesystem } from '#domain/settings/s3.ts';
import { testS3Request } from '#wire/setting-values.ts';

/** Makes the backend store and delete a file in the S3 storage that is saved for these files. Throws ApiError. */
export async function testS3(filesystem: S3Filesystem, options: CallOptions = {}): Promise<void> {
  await sendRequest(testS3Request(filesystem), options);
}
