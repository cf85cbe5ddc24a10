%   Irregular forms, included by lexicon.pl.

irregular_noun(person, people).
irregular_noun(person, persons).
irregular_noun(man, men).
irregular_noun(woman, women).
irregular_noun(child, children).
irregular_noun(mouse, mice).
irregular_noun(goose, geese).
irregular_noun(foot, feet).
irregular_noun(tooth, teeth).
irregular_noun(ox, oxen).
irregular_noun(wife, wives).
irregular_noun(knife, knives).
irregular_noun(life, lives).
irregular_noun(leaf, leaves).
irregular_noun(wolf, wolves).
irregular_noun(shelf, shelves).
irregular_noun(half, halves).
irregular_noun(thief, thieves).
irregular_noun(loaf, loaves).
irregular_noun(calf, calves).
irregular_noun(elf, elves).
irregular_noun(criterion, criteria).
irregular_noun(phenomenon, phenomena).
irregular_noun(bacterium, bacteria).
irregular_noun(analysis, analyses).
irregular_noun(hypothesis, hypotheses).
irregular_noun(thesis, theses).
irregular_noun(crisis, crises).
irregular_noun(cactus, cacti).
irregular_noun(fungus, fungi).
irregular_noun(alumnus, alumni).
irregular_noun(sheep, sheep).
irregular_noun(fish, fish).
irregular_noun(species, species).
irregular_noun(series, series).
irregular_noun(deer, deer).

irregular_verb(be, was, been).
irregular_verb(have, had, had).
irregular_verb(do, did, done).
irregular_verb(become, became, become).
irregular_verb(begin, began, begun).
irregular_verb(bite, bit, bitten).
irregular_verb(break, broke, broken).
irregular_verb(bring, brought, brought).
irregular_verb(build, built, built).
irregular_verb(buy, bought, bought).
irregular_verb(catch, caught, caught).
irregular_verb(choose, chose, chosen).
irregular_verb(come, came, come).
irregular_verb(cost, cost, cost).
irregular_verb(cut, cut, cut).
irregular_verb(draw, drew, drawn).
irregular_verb(drink, drank, drunk).
irregular_verb(drive, drove, driven).
irregular_verb(eat, ate, eaten).
irregular_verb(fall, fell, fallen).
irregular_verb(feed, fed, fed).
irregular_verb(feel, felt, felt).
irregular_verb(fight, fought, fought).
irregular_verb(find, found, found).
irregular_verb(fly, flew, flown).
irregular_verb(forget, forgot, forgotten).
irregular_verb(get, got, gotten).
irregular_verb(give, gave, given).
irregular_verb(go, went, gone).
irregular_verb(grow, grew, grown).
irregular_verb(hang, hung, hung).
irregular_verb(hear, heard, heard).
irregular_verb(hide, hid, hidden).
irregular_verb(hit, hit, hit).
irregular_verb(hold, held, held).
irregular_verb(hurt, hurt, hurt).
irregular_verb(keep, kept, kept).
irregular_verb(know, knew, known).
irregular_verb(lead, led, led).
irregular_verb(leave, left, left).
irregular_verb(lend, lent, lent).
irregular_verb(let, let, let).
irregular_verb(lie, lay, lain).
irregular_verb(lose, lost, lost).
irregular_verb(make, made, made).
irregular_verb(mean, meant, meant).
irregular_verb(meet, met, met).
irregular_verb(pay, paid, paid).
irregular_verb(put, put, put).
irregular_verb(read, read, read).
irregular_verb(ride, rode, ridden).
irregular_verb(ring, rang, rung).
irregular_verb(rise, rose, risen).
irregular_verb(run, ran, run).
irregular_verb(say, said, said).
irregular_verb(see, saw, seen).
irregular_verb(sell, sold, sold).
irregular_verb(send, sent, sent).
irregular_verb(set, set, set).
irregular_verb(shine, shone, shone).
irregular_verb(shoot, shot, shot).
irregular_verb(show, showed, shown).
irregular_verb(sing, sang, sung).
irregular_verb(sit, sat, sat).
irregular_verb(sleep, slept, slept).
irregular_verb(speak, spoke, spoken).
irregular_verb(spend, spent, spent).
irregular_verb(stand, stood, stood).
irregular_verb(steal, stole, stolen).
irregular_verb(swim, swam, swum).
irregular_verb(take, took, taken).
irregular_verb(teach, taught, taught).
irregular_verb(tell, told, told).
irregular_verb(think, thought, thought).
irregular_verb(throw, threw, thrown).
irregular_verb(understand, understood, understood).
irregular_verb(wake, woke, woken).
irregular_verb(wear, wore, worn).
irregular_verb(win, won, won).
irregular_verb(write, wrote, written).
