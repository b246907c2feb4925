import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../../support/repositoryRoot';

/** Texts of one kind; the error of an estimate is averaged over them. */
export type SampleKind = 'English' | 'Spanish' | 'German' | 'Chinese' | 'Japanese' | 'code' | 'JSON' | 'base64';

/** Deterministic bytes that look random (xorshift). */
function pseudoRandomBytes(length: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    }),
  );
}

/** From the middle of a file of an installed package: code that nobody wrote for a test. */
function installed(path: string): string {
  const text = readFileSync(join(repositoryRoot, 'node_modules', path), 'utf8');
  const start = Math.max(0, Math.floor(text.length / 2) - 2000);
  return text.slice(start, start + 4000);
}

function orders(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 1000 + index * 7,
    customer: { name: ['Ada', 'Brook', 'Chidi', 'Dana'][index % 4], city: ['Bern', 'Lagos', 'Osaka'][index % 3] },
    items: [{ article: `tea-${String(index)}`, quantity: (index % 5) + 1, price: 4.25 + index }],
    paid: index % 2 === 0,
    note: index % 3 === 0 ? null : 'Please ring twice.',
  }));
}

/** Written for these tests, but for the code of installed packages. */
export const estimateSamples: Readonly<Record<SampleKind, readonly string[]>> = {
  English: [
    'The bakery at the corner opens before six, when the street is still dark and the first trams are empty. Two people work at the ovens, one behind the counter, and none of them speaks much until the first trays are out. By eight the shelves on the left are bare, and whoever comes later takes what is left or waits for the second batch, which is never ready before ten. Regular customers know this and plan their mornings around it.',
    'I looked at the failing test again. It only breaks when the clock is moved across the end of a month, because the report groups entries by local date while the filter compares timestamps in universal time. The simplest correction is to convert both sides once, where the data is read, and to leave the rest of the module as it is. Before I change anything I would like to know whether the old behaviour is relied upon elsewhere.',
    'Please move the settings for the printer out of the start script and into their own file. Keep the names as they are, do not touch the tests that read them, and tell me which values were never used. If something is unclear, stop and ask rather than guess; last time two defaults were lost and nobody noticed until the end of the week.',
  ],
  Spanish: [
    'La biblioteca del barrio cierra los lunes, pero el resto de la semana permanece abierta hasta las nueve de la noche. En invierno se llena de estudiantes que buscan una mesa cerca de la calefacción, y en verano apenas hay nadie después de comer. La encargada conoce a casi todos por su nombre y guarda en un cajón los libros que cree que les pueden gustar.',
    'He revisado el programa que calcula los recibos y el error aparece solo cuando el cliente cambia de dirección a mitad de mes. La función que busca la tarifa recibe la fecha equivocada, de modo que aplica el precio anterior a todo el periodo. Propongo corregirla y añadir una prueba con los dos casos antes de publicar la nueva versión.',
  ],
  German: [
    'Der Garten hinter dem Haus ist klein, aber im Frühjahr blüht dort alles gleichzeitig. Die Nachbarin gießt morgens, bevor sie zur Arbeit fährt, und abends sitzen die Kinder auf der Mauer und erzählen sich Geschichten. Wenn es regnet, stellt jemand die Stühle unter das Dach, und am nächsten Tag beginnt alles wieder von vorn.',
    'Bitte prüfe zuerst, ob die Sicherung von gestern vollständig ist, und ändere danach die Einstellungen des Druckers. Der Fehler tritt nur auf, wenn zwei Personen gleichzeitig eine Rechnung öffnen. Ich vermute, dass die Sperre zu früh freigegeben wird, kann es aber ohne einen Test nicht beweisen.',
  ],
  Chinese: [
    '街角的面包店每天早上六点以前就开门，那时候街上还很暗，第一班电车里几乎没有人。两个人负责烤箱，一个人站在柜台后面，在第一批面包出炉之前大家都不怎么说话。到了八点，左边的架子已经空了，来得晚的人只能拿剩下的，或者等第二批，而第二批从来不会在十点以前做好。常客都知道这一点，并且按照它来安排自己的早晨。',
    '我又看了一遍失败的测试。只有当时间跨过月底的时候才会出错，因为报表按照当地日期分组，而过滤条件比较的是世界时间。最简单的修改方法是在读取数据的地方统一转换一次，其余的代码保持不变。在动手之前，我想确认一下别的地方是否依赖原来的行为，否则可能会引起新的问题。',
    '请把打印机的设置从启动脚本里移到单独的文件中。名称不要改，也不要修改读取它们的测试，然后告诉我哪些值从来没有用过。如果有不清楚的地方，请先停下来问我，不要猜。上一次丢失了两个默认值，直到周末才有人发现。',
  ],
  Japanese: [
    '角のパン屋は毎朝六時前に店を開けます。そのころ通りはまだ暗く、始発の電車にはほとんど人が乗っていません。二人がオーブンの前で働き、一人がカウンターに立ちますが、最初のパンが焼き上がるまで誰もあまり話しません。八時になると左の棚は空になり、遅く来た人は残りを買うか、十時すぎの二回目を待つことになります。',
    '失敗しているテストをもう一度確認しました。エラーが起きるのは日付が月末をまたぐときだけです。レポートは現地の日付でまとめているのに、フィルターは世界時で比較しているからです。データを読み込むところで一度だけ変換すれば、ほかの部分はそのままで直ります。変更する前に、以前の動作に依存している箇所がないか調べたいと思います。',
    'プリンターの設定を起動スクリプトから別のファイルに移してください。名前は変えず、テストにも触らないでください。使われていない値があれば教えてください。わからないことがあれば、推測せずに質問してください。',
  ],
  code: [
    `export class ReceiptPrinter implements Disposable {
  readonly #queue: Receipt[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly device: Device, private readonly options: PrinterOptions = defaultOptions) {}

  async print(receipt: Receipt): Promise<void> {
    this.#queue.push(receipt);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.flush(), this.options.delayMs ?? 250);
  }

  private async flush(): Promise<void> {
    const batch = this.#queue.splice(0, this.options.maxBatch);
    for (const { lines, total, currency } of batch) {
      await this.device.write(lines.map((line) => line.padEnd(40)).join('\\n'));
      await this.device.write(\`TOTAL \${total.toFixed(2)} \${currency}\`);
    }
    this.#timer = this.#queue.length > 0 ? setTimeout(() => void this.flush(), 0) : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
`,
    `import argparse
import sqlite3
from pathlib import Path


def open_store(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, total REAL, paid INTEGER)")
    return connection


def unpaid(connection, minimum=0.0):
    rows = connection.execute("SELECT id, total FROM orders WHERE paid = 0 AND total >= ?", (minimum,))
    return [{"id": row[0], "total": round(row[1], 2)} for row in rows.fetchall()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", type=Path, default=Path("orders.db"))
    parser.add_argument("--minimum", type=float, default=0.0)
    args = parser.parse_args()
    for order in unpaid(open_store(args.store), args.minimum):
        print(f"{order['id']:>6}  {order['total']:>10.2f}")
`,
    `func (s *Server) handleOrder(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	order, err := s.store.Find(r.Context(), id)
	switch {
	case errors.Is(err, ErrNotFound):
		http.NotFound(w, r)
		return
	case err != nil:
		s.log.Error("find order", "id", id, "err", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(order)
}
`,
    installed('typescript/lib/lib.dom.d.ts'),
    installed('execa/lib/methods/main-async.js'),
    installed('globby/index.js'),
    installed('preact/src/render.js'),
    installed('dompurify/src/purify.ts'),
    installed('fast-check/lib/fast-check.js'),
    installed('proper-lockfile/lib/lockfile.js'),
  ],
  JSON: [
    JSON.stringify(orders(12)),
    JSON.stringify(orders(12), null, 2),
    JSON.stringify({
      type: 'tool_use',
      name: 'Read',
      input: { file_path: 'src/printer/queue.ts', offset: 120, limit: 40 },
    }),
  ],
  base64: [
    pseudoRandomBytes(1500, 11).toString('base64'),
    pseudoRandomBytes(4000, 12).toString('base64'),
    `{"type":"image","data":"${pseudoRandomBytes(3000, 13).toString('base64')}"}`,
    pseudoRandomBytes(900, 14).toString('base64url'),
  ],
};
