/** Inscriptions that say what something does when it is pressed, in the languages that are met most. */

/** A text as a person reads it: without what can't be seen, and with the parts of joined words apart. */
function plainly(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[_\s\p{Pd}]+/gu, ' ');
}

const mine = '(?:(?:my|the|your|this|all|an?) )*';

/** Whole words and phrases that destroy something; what only empties a search or closes a dialog is none of them. */
const destroying = [
  'delete[sd]?|deleting|erase|destroy|wipe|discard|uninstall|deactivate|terminate|revoke|unsubscribe|purge|trash',
  'remove|transfer|withdraw|send money|format|disconnect|shut ?down|power off|factory reset|unlink|unfriend',
  'reset(?! (?:all )?(?:the )?(?:filters?|search|view|zoom|sort\\w*)(?! \\p{L}))',
  `close ${mine}account|disable ${mine}account`,
  `cancel ${mine}(?:order|subscription|account|plan|booking|reservation|membership|appointment|contract|policy|trip|flight|ticket|registration|service)s?`,
  `clear (?:all|everything)(?! (?:the )?(?:filters?|selections?|facets|refinements))`,
  `clear ${mine}(?:history|data|cache|cookies|chats?|conversations?|logs?|database|storage|playlist|queue|cart|basket|trash)`,
  `empty ${mine}(?:trash|(?:recycle )?bin|cart|basket|folder|spam|junk|mailbox|bucket|database|queue)`,
  `drop ${mine}(?:database|table|schema|collection|index|column|user)s?`,
  `leave ${mine}(?:organi[sz]ation|team|group|workspace|server|project|channel|company|community|family|course)`,
  'l[öo]schen|loeschen|entfernen|k[üu]ndigen|kuendigen|stornieren|verwerfen|deaktivieren|widerrufen|vernichten|leeren|zur[üu]cksetzen',
  'supprimer|effacer|d[ée]truire|r[ée]silier|d[ée]sactiver|vider la corbeille|annuler (?:la |ma |mon |votre )?(?:commande|r[ée]servation)',
  'eliminar?|elim[ií]nalo|borrar?|vaciar|desactivar|dar de baja|cancelar (?:la |mi |el |tu )?(?:reserva|suscripci[óo]n|pedido|cuenta)',
  'cancella|rimuovi|svuota|disattiva|excluir|apagar|verwijder(?:en)?|wissen|opzeggen|radera|ta bort|slett?|fjern|poista',
  'usu[ńn](?:[ąa][ćc])?|skasuj|smazat|odstranit|sil|hapus|x[óo]a|удалить|удали|стереть|отписаться|видалити|حذف|מחק',
].join('|');
/** Where words are not set apart. */
const destroyingSign = /削除|消去|解約|退会|删除|刪除|清空|注销|註銷|삭제|탈퇴|해지|हटाएं|ลบ/u;

/** Words on what is pressed to pay, where cards are taken. */
const payWords =
  /\b(pay|buy|order|purchase|donate|checkout|check out|subscribe|book|confirm|submit|complete|finali[sz]e|place|charge|process|bezahl\w*|zahl\w*|kauf\w*|bestell\w*|payer|acheter|commander|pagar|comprar)\b/i;
/** Words that say so by themselves. */
const surelyPays =
  /\b(pay|buy|purchase|donate|order now|(place|submit|confirm|complete|finali[sz]e|process|make|create|authori[sz]e) (an? |my |your |the )?(order|payment|purchase|charge|transaction)|finali[sz]e|place ?order|(zahlungspflichtig )?bestell\w*|bezahl\w*|zahlen|kaufen|payer|acheter|pagar|comprar)\b/i;
/** More words than this are no inscription. */
const longestInscription = 60;

/** Judges of inscriptions, which are asked about the same ones again and again. */
export class Inscriptions {
  /** Made when it is first needed, which takes its time. */
  private destroyingWord: RegExp | undefined;
  private readonly destroying = new JudgementCache<boolean>();
  private readonly paying = new JudgementCache<'surely' | 'maybe' | undefined>();

  /** True if something so inscribed destroys something. */
  readonly destroy = (text: string): boolean =>
    this.destroying.get(text, () => {
      const said = plainly(text);
      this.destroyingWord ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${destroying})(?![\\p{L}\\p{N}])`, 'iu');
      return this.destroyingWord.test(said) || destroyingSign.test(said);
    });

  /** How sure it is that something so inscribed is pressed to pay. */
  readonly pay = (text: string): 'surely' | 'maybe' | undefined =>
    this.paying.get(text, () => {
      const said = plainly(text).trim();
      if (said.length > longestInscription) return undefined;
      return surelyPays.test(said) ? 'surely' : payWords.test(said) ? 'maybe' : undefined;
    });
}

const mostCached = 5000;
const longestCached = 100;

/** Invalidated as a whole when it is full. */
class JudgementCache<T> {
  private readonly judgements = new Map<string, { judged: T }>();

  get(text: string, judge: () => T): T {
    const cached = this.judgements.get(text);
    if (cached) return cached.judged;
    if (this.judgements.size >= mostCached) this.judgements.clear();
    const judged = judge();
    if (text.length <= longestCached) this.judgements.set(text, { judged });
    return judged;
  }
}
