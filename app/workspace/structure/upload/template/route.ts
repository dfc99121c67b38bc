import { SPREADSHEET_TYPE } from '@/lib/core/files/spreadsheet-writer';
import { contract, on } from '@/lib/core/http/contract';
import { uploadTemplate } from '@/lib/directory/structure/download-structure';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** An empty spreadsheet with the columns of an upload. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    handle: async () =>
      new Response(uploadTemplate(), {
        headers: {
          'content-type': SPREADSHEET_TYPE,
          'content-disposition': 'attachment; filename="structure-template.xlsx"',
          'cache-control': 'no-store'
        }
      })
  })
});
